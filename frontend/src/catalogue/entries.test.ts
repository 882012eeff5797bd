import { describe, expect, test } from "vitest";
import type { Catalogue, DeviceType, OwnDeviceType } from "../api/types";
import { UNKNOWN_FIGURES } from "../fabric/document";
import { capacityOf, entriesOf, NO_FILTER, passes, portsText } from "./entries";

const switchOf = (id: string, gbps: number, profile: "none" | "quantum-2"): DeviceType => ({
  id,
  kind: "switch",
  name: `Acme ${id}`,
  ports: [{ name: "p", count: 4, gbps }],
  gpus: 0,
  aggregation: { profile, reducer_gbps: null, limits: null },
  ...UNKNOWN_FIGURES,
  source: "Ports: data sheet.",
});
const CATALOGUE: Catalogue = {
  device_types: [switchOf("one", 400, "quantum-2"), switchOf("two", 100, "none")],
  adapters: [
    {
      id: "nic",
      name: "",
      ports: [{ name: "p", count: 1, gbps: 400 }],
      power_w: null,
      price_usd: null,
      latency_ns: null,
      source: "",
    },
  ],
  cables: [],
  aggregation_profiles: [],
};
const OWN: OwnDeviceType = {
  id: "00000000-0000-4000-8000-000000000000",
  name: "mine",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  document: switchOf("mine", 400, "none"),
};
const ALL = entriesOf(CATALOGUE, [OWN]);
const found = (filter: Partial<typeof NO_FILTER>) =>
  ALL.filter((entry) => passes(entry, { ...NO_FILTER, ...filter })).map(({ id }) => id);

describe("the catalogue as a list", () => {
  test("has a person's own types first among their kind", () => {
    expect(ALL.map(({ id }) => id)).toEqual(["mine", "one", "two", "nic"]);
  });

  test("is found by kind, by what is one's own, by speed and by aggregation", () => {
    expect(found({ kind: "adapter" })).toEqual(["nic"]);
    expect(found({ kind: "own" })).toEqual(["mine"]);
    expect(found({ gbps: 100 })).toEqual(["two"]);
    expect(found({ aggregates: true })).toEqual(["one"]);
  });

  test("is found by all words together, whatever their case and order", () => {
    expect(found({ words: "SHEET one" })).toEqual(["one"]);
    expect(found({ words: "acme nothing" })).toEqual([]);
  });
});

test("ports are counted by speed, and their capacity is known where every speed is", () => {
  const blocks = [
    { name: "p", count: 48, gbps: 100 },
    { name: "up", count: 8, gbps: 400 },
  ];
  expect(portsText(blocks)).toBe("48 × 100G, 8 × 400G");
  expect(capacityOf(blocks)).toBe(8_000);
  expect(capacityOf([...blocks, { name: "x", count: 1, gbps: null }])).toBeNull();
});
