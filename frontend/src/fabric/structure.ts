// What the cables say of a fabric: tiers by hops from the hosts, and which switches belong together. Never by names.
import { deviceOf, type FabricDocument, nameOf, natural, portOf, portsOf } from "./document";

/** Cables as rows of devices; those with an end that is not there have -1. */
export interface Structure {
  from: Int32Array;
  to: Int32Array;
  isServer: Uint8Array;
  /** 0 for servers, a switch's hops to its nearest server; -1 where none is reached. */
  tier: Int32Array;
  /** The highest tier. */
  top: number;
  /** Rows of the devices at the other end of each cable, one entry a cable. */
  neighbours: number[][];
  /** Place of the port at each end among the ports of its device; -1 unknown: (2 * cables). */
  portPlace: Int32Array;
}

export function structureOf(document: FabricDocument): Structure {
  const { devices, cables, device_types } = document;
  const rows = new Map(devices.map((device, row) => [device.id, row]));
  const types = new Map(device_types.map((type) => [type.id, type]));
  const places = new Map(
    device_types.map((type) => [type.id, new Map(portsOf(type).map((port, place) => [port.name, place]))]),
  );
  const from = new Int32Array(cables.length);
  const to = new Int32Array(cables.length);
  const portPlace = new Int32Array(2 * cables.length).fill(-1);
  const neighbours: number[][] = devices.map(() => []);
  cables.forEach((cable, row) => {
    const a = rows.get(deviceOf(cable.a)) ?? -1;
    const b = rows.get(deviceOf(cable.b)) ?? -1;
    from[row] = a;
    to[row] = b;
    if (a >= 0) portPlace[2 * row] = places.get(devices[a].type)?.get(portOf(cable.a)) ?? -1;
    if (b >= 0) portPlace[2 * row + 1] = places.get(devices[b].type)?.get(portOf(cable.b)) ?? -1;
    if (a < 0 || b < 0 || a === b) return;
    neighbours[a].push(b);
    neighbours[b].push(a);
  });
  const isServer = Uint8Array.from(devices, (device) => Number(types.get(device.type)?.kind === "server"));
  const tier = tiersOf(isServer, neighbours);
  return { from, to, isServer, tier, top: Math.max(0, ...unique(tier)), neighbours, portPlace };
}

function unique(values: Int32Array): number[] {
  return [...new Set(values)];
}

/** Walk outwards from all servers at once; a path passes through switches only. */
function tiersOf(isServer: Uint8Array, neighbours: number[][]): Int32Array {
  const tier = new Int32Array(isServer.length).fill(-1);
  let edge: number[] = [];
  isServer.forEach((server, row) => {
    if (!server) return;
    tier[row] = 0;
    edge.push(row);
  });
  for (let hops = 1; edge.length > 0; hops++) {
    const next: number[] = [];
    for (const row of edge) {
      for (const other of neighbours[row]) {
        if (tier[other] >= 0) continue;
        tier[other] = hops;
        next.push(other);
      }
    }
    edge = next;
  }
  return tier;
}

/** Return the devices of each tier, in the order of rows. */
export function rowsByTier({ tier }: Pick<Structure, "tier">): Map<number, number[]> {
  const rows = new Map<number, number[]>();
  tier.forEach((each, row) => {
    const there = rows.get(each);
    if (there) there.push(row);
    else rows.set(each, [row]);
  });
  return rows;
}

const SHARED = 0.5; // of the smaller set: two leaves of a unit share most of their hosts, of two units only strays

/**
 * Join the switches of one tier that share at least half of the devices below them: leaves to a unit by
 * their hosts, spines to a pod by their leaves, cores to a plane by their spines.
 */
export function groupsOf(structure: Structure, tier: number): number[][] {
  const members = [...structure.tier.keys()].filter((row) => structure.tier[row] === tier);
  // Switches with the very same devices below are one from the start; only unlike ones are compared.
  const bySignature = new Map<string, { below: Set<number>; rows: number[] }>();
  for (const row of members) {
    const below = new Set(structure.neighbours[row].filter((other) => structure.tier[other] < tier));
    const key = [...below].sort((one, two) => one - two).join();
    const alike = bySignature.get(key);
    if (alike) alike.rows.push(row);
    else bySignature.set(key, { below, rows: [row] });
  }
  const kinds = [...bySignature.values()];
  const parent = kinds.map((_, kind) => kind);
  const rootOf = (kind: number): number => {
    let root = kind;
    while (parent[root] !== root) root = parent[root];
    parent[kind] = root;
    return root;
  };
  const above = new Map<number, number[]>();
  kinds.forEach((kind, place) => {
    const shared = new Map<number, number>();
    for (const device of kind.below) {
      const there = above.get(device) ?? [];
      for (const other of there) shared.set(other, (shared.get(other) ?? 0) + 1);
      there.push(place);
      above.set(device, there);
    }
    for (const [other, count] of shared) {
      const smaller = Math.min(kind.below.size, kinds[other].below.size);
      if (count >= SHARED * smaller) parent[rootOf(place)] = rootOf(other);
    }
  });
  const groups = new Map<number, number[]>();
  kinds.forEach((kind, place) => {
    const root = rootOf(place);
    const rows = groups.get(root);
    if (rows) rows.push(...kind.rows);
    else groups.set(root, [...kind.rows]);
  });
  return [...groups.values()];
}

/** A unit of leaves with the hosts that have most of their cables there. */
export interface Unit {
  leaves: number[];
  hosts: number[];
  /** Which group of the tier above holds most of the uplinks; -1 for none. */
  pod: number;
}

export interface Grouping {
  units: Unit[];
  /** Groups of each tier from 2 on. */
  groups: Map<number, number[][]>;
  /** Whether the groups of tier 2 each stand over units of their own: they are pods then. */
  hasPods: boolean;
  /** Hosts that reach no leaf. */
  loose: number[];
}

export function groupingOf(document: FabricDocument, structure: Structure): Grouping {
  const names = document.devices.map(nameOf);
  const byName = (one: number, two: number) => natural(names[one], names[two]) || one - two;
  const rail = railsOf(structure);
  const byRail = (one: number, two: number) => rail[one] - rail[two] || byName(one, two);
  const unitOf = new Int32Array(structure.tier.length).fill(-1);
  const units: Unit[] = groupsOf(structure, 1).map((leaves, unit) => {
    for (const leaf of leaves) unitOf[leaf] = unit;
    return { leaves: leaves.sort(byRail), hosts: [], pod: -1 };
  });
  const loose: number[] = [];
  structure.isServer.forEach((server, row) => {
    if (!server) return;
    const unit = mostOf(structure.neighbours[row].map((other) => unitOf[other]));
    if (unit < 0) loose.push(row);
    else units[unit].hosts.push(row);
  });
  const groups = new Map<number, number[][]>();
  const groupAt = new Int32Array(structure.tier.length).fill(-1);
  for (let tier = 2; tier <= structure.top; tier++) {
    const found = groupsOf(structure, tier).map((rows) => rows.sort(byName));
    groups.set(tier, found);
    if (tier !== 2) continue;
    for (const [group, rows] of found.entries()) for (const row of rows) groupAt[row] = group;
  }
  for (const unit of units) {
    const uplinks = unit.leaves.flatMap((leaf) =>
      structure.neighbours[leaf].map((other) => groupAt[other]).filter((group) => group >= 0),
    );
    const pod = mostOf(uplinks);
    const there = uplinks.filter((group) => group === pod).length;
    unit.pod = there > uplinks.length / 2 ? pod : -1;
    unit.hosts = hostsInOrder(unit, structure, byName);
  }
  const pods = groups.get(2)?.length ?? 0;
  const hasPods =
    pods > 1 && units.every((unit) => unit.pod >= 0) && new Set(units.map((u) => u.pod)).size === pods;
  units.sort((one, two) => (hasPods ? one.pod - two.pod : 0) || byName(lowest(one), lowest(two)));
  if (hasPods) orderByPods(units, byName);
  return { units, groups, hasPods, loose: loose.sort(byName) };

  function lowest(unit: Unit): number {
    return unit.leaves.reduce((least, leaf) => (byName(leaf, least) < 0 ? leaf : least));
  }

  /** Pods in the order of their first leaf, not in that of finding them. */
  function orderByPods(all: Unit[], compare: (one: number, two: number) => number): void {
    const first = new Map<number, number>();
    for (const unit of all) {
      const leaf = lowest(unit);
      const known = first.get(unit.pod);
      if (known === undefined || compare(leaf, known) < 0) first.set(unit.pod, leaf);
    }
    all.sort(
      (one, two) =>
        compare(first.get(one.pod) ?? 0, first.get(two.pod) ?? 0) || compare(lowest(one), lowest(two)),
    );
  }
}

/** Hosts on one leaf stand together, in the order of the leaves; then by name. */
function hostsInOrder(
  unit: Unit,
  structure: Structure,
  byName: (one: number, two: number) => number,
): number[] {
  const place = new Map(unit.leaves.map((leaf, at) => [leaf, at]));
  const firstLeaf = (host: number) =>
    Math.min(...structure.neighbours[host].map((other) => place.get(other) ?? Number.MAX_SAFE_INTEGER));
  // Where most hosts reach most leaves (rails), only the name counts: a host with a missing cable stays in line.
  const reached = unit.hosts.map((host) => new Set(structure.neighbours[host]).size);
  const spreads = reached.filter((count) => count > 1).length > unit.hosts.length / 2;
  if (spreads) return [...unit.hosts].sort(byName);
  const first = new Map(unit.hosts.map((host) => [host, firstLeaf(host)]));
  return [...unit.hosts].sort(
    (one, two) => (first.get(one) ?? 0) - (first.get(two) ?? 0) || byName(one, two),
  );
}

/** The place of the adapter that most hosts of a leaf use for it, in halves: leaves of a unit stand by rail. */
function railsOf({ from, to, isServer, tier, portPlace }: Structure): Float64Array {
  const sum = new Float64Array(tier.length);
  const count = new Float64Array(tier.length);
  from.forEach((a, cable) => {
    const b = to[cable];
    if (a < 0 || b < 0 || isServer[a] === isServer[b]) return;
    const leaf = isServer[a] ? b : a;
    sum[leaf] += portPlace[2 * cable + (isServer[a] ? 0 : 1)];
    count[leaf]++;
  });
  return sum.map((total, row) => (count[row] ? Math.round((2 * total) / count[row]) / 2 : 0));
}

/** Return the commonest of the numbers from 0 on (the smaller of two as common), or -1. */
function mostOf(values: number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) if (value >= 0) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best = -1;
  for (const [value, count] of counts) {
    const most = counts.get(best) ?? 0;
    if (count > most || (count === most && value < best)) best = value;
  }
  return best;
}
