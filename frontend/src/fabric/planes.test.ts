import { expect, test } from "vitest";
import type { FabricDocument } from "./document";
import { mostPlanes } from "./planes";

/** Two hosts and two switches; each host has one adapter of two ports, or two adapters of one. */
function dual(ports: { name: string; count: number }[], cables: [string, string][]): FabricDocument {
  const none = { profile: "none", reducer_gbps: null, limits: null };
  const type = (id: string, kind: string, blocks: object[]) => ({
    ...{ id, kind, name: id, gpus: 0, aggregation: none, source: "" },
    ports: blocks.map((block) => ({ ...block, gbps: 400 })),
  });
  const device = (id: string, of: string) => ({
    ...{ id, type: of, name: "", group: null, tags: [], x: null, y: null, aggregation: null },
  });
  return {
    format: 1,
    kind: "fabric",
    name: "",
    device_types: [type("switch", "switch", [{ name: "p", count: 8 }]), type("host", "server", ports)],
    devices: [device("a", "switch"), device("b", "switch"), device("h1", "host"), device("h2", "host")],
    cables: cables.map(([a, b], row) => ({ id: `c${row}`, a, b, gbps: null, length_m: null })),
    latency: { switch_ns: 0, adapter_ns: 0, fibre_ns_per_m: 0, assumed_length_m: 0 },
    accepted: [],
  } as unknown as FabricDocument;
}

const TWO_PORTS: [string, string][] = [
  ["h1/n1", "a/p1"],
  ["h1/n2", "b/p1"],
  ["h2/n1", "a/p2"],
];

test("an adapter with ports into two switches that nothing connects is on two planes", () => {
  expect(mostPlanes(dual([{ name: "n", count: 2 }], TWO_PORTS))).toBe(2);
});

test("adapters of their own are on one plane each, as rails are", () => {
  const two = [
    { name: "n1", count: 1 },
    { name: "n2", count: 1 },
  ];
  expect(mostPlanes(dual(two, TWO_PORTS))).toBe(1);
});

test("a cable between the switches makes one plane of both", () => {
  expect(mostPlanes(dual([{ name: "n", count: 2 }], [...TWO_PORTS, ["a/p8", "b/p8"]]))).toBe(1);
});
