// Fabrics to test and to measure with; no page imports this file.
import { type Cable, type Device, type DeviceType, type FabricDocument, UNKNOWN_FIGURES } from "./document";

const LATENCY = { switch_ns: 130, adapter_ns: 600, fibre_ns_per_m: 5, assumed_length_m: 20 };
const NONE = { profile: "none", reducer_gbps: null, limits: null } as const;

function type(id: string, kind: "switch" | "server", ports: number, gpus = 0): DeviceType {
  const blocks =
    kind === "switch"
      ? [{ name: "p", count: ports, gbps: 400 }]
      : Array.from({ length: ports }, (_, place) => ({ name: `nic${place + 1}`, count: 1, gbps: 400 }));
  return { id, kind, name: id, ports: blocks, gpus, aggregation: NONE, ...UNKNOWN_FIGURES, source: "" };
}

function device(id: string, of: string): Device {
  return { id, type: of, name: "", group: null, tags: [], x: null, y: null, aggregation: null };
}

class Sheet {
  readonly devices: Device[] = [];
  readonly cables: Cable[] = [];
  private readonly next = new Map<string, number>();

  constructor(
    private readonly name: string,
    private readonly types: DeviceType[],
  ) {}

  add(of: string, ids: string[]): string[] {
    this.devices.push(...ids.map((id) => device(id, of)));
    return ids;
  }

  /** Cable two devices at the next free port of each. */
  join(a: string, b: string): void {
    const ends = [a, b].map((id) => {
      const place = (this.next.get(id) ?? 0) + 1;
      this.next.set(id, place);
      const isServer = this.types.find((each) => each.id === this.kindOf(id))?.kind === "server";
      return `${id}/${isServer ? "nic" : "p"}${place}`;
    });
    this.cables.push({
      id: `c${this.cables.length + 1}`,
      a: ends[0],
      b: ends[1],
      gbps: 400,
      length_m: null,
      medium: null,
    });
  }

  private readonly kinds = new Map<string, string>();
  private kindOf(id: string): string | undefined {
    if (this.kinds.size !== this.devices.length) {
      for (const each of this.devices) this.kinds.set(each.id, each.type);
    }
    return this.kinds.get(id);
  }

  document(): FabricDocument {
    const { name, devices, cables, types } = this;
    return {
      format: 1,
      kind: "fabric",
      name,
      device_types: types,
      devices,
      cables,
      latency: LATENCY,
      tier_names: [],
      accepted: [],
    };
  }
}

const count = (n: number) => Array.from({ length: n }, (_, place) => place + 1);

/** A three-tier fat tree of k-port switches: k = 16 has 1,344 devices and 3,072 cables. */
export function fatTree(k: number): FabricDocument {
  const half = k / 2;
  const sheet = new Sheet(`Fat tree, k = ${k}`, [
    type("switch", "switch", k),
    type("server", "server", 1, 1),
  ]);
  const pods = count(k);
  const cores = sheet.add(
    "switch",
    count(half * half).map((core) => `core-${core}`),
  );
  for (const pod of pods) {
    const aggs = sheet.add(
      "switch",
      count(half).map((each) => `agg-${pod}-${each}`),
    );
    const edges = sheet.add(
      "switch",
      count(half).map((each) => `edge-${pod}-${each}`),
    );
    edges.forEach((edge, place) => {
      const hosts = count(half).map((each) => `host-${((pod - 1) * half + place) * half + each}`);
      for (const host of sheet.add("server", hosts)) sheet.join(host, edge);
    });
    for (const edge of edges) for (const agg of aggs) sheet.join(edge, agg);
    aggs.forEach((agg, place) => {
      for (const core of cores.slice(place * half, (place + 1) * half)) sheet.join(agg, core);
    });
  }
  return sheet.document();
}

/** Rail-optimised: every host has an adapter on each of the leaves; leaves and spines by several cables. */
export function railOptimised(
  rails: number,
  spines: number,
  hosts: number,
  parallel: number,
): FabricDocument {
  const sheet = new Sheet(`${hosts} servers × ${rails} rails`, [
    type("switch", "switch", 64),
    type("server", "server", rails, 8),
  ]);
  const servers = sheet.add(
    "server",
    count(hosts).map((each) => `server-${each}`),
  );
  const leaves = sheet.add(
    "switch",
    count(rails).map((each) => `leaf-${each}`),
  );
  const tops = sheet.add(
    "switch",
    count(spines).map((each) => `spine-${each}`),
  );
  for (const server of servers) for (const leaf of leaves) sheet.join(server, leaf);
  for (const leaf of leaves)
    for (const spine of tops) for (const _ of count(parallel)) sheet.join(leaf, spine);
  return sheet.document();
}

/** Every leaf to every spine, hosts of one adapter: 64 spines and 240 leaves make 15,360 cables between them. */
export function leafSpine(leaves: number, spines: number, hostsPerLeaf: number): FabricDocument {
  const sheet = new Sheet(`Leaf-spine, ${leaves} × ${spines}`, [
    type("leaf", "switch", hostsPerLeaf + spines),
    type("spine", "switch", leaves),
    type("server", "server", 1, 8),
  ]);
  const below = sheet.add(
    "leaf",
    count(leaves).map((each) => `leaf-${each}`),
  );
  const above = sheet.add(
    "spine",
    count(spines).map((each) => `spine-${each}`),
  );
  below.forEach((leaf, place) => {
    const hosts = count(hostsPerLeaf).map((each) => `host-${place * hostsPerLeaf + each}`);
    for (const host of sheet.add("server", hosts)) sheet.join(host, leaf);
  });
  for (const leaf of below) for (const spine of above) sheet.join(leaf, spine);
  return sheet.document();
}
