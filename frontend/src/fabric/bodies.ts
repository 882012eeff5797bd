// The bodies of the pods view: what hangs together below the top tier is a pod, and the tops stand in planes.
import { type FabricDocument, nameOf } from "./document";
import type { Layout } from "./layout";
import type { Structure, Unit } from "./structure";
import { tierName } from "./tiers";

/** Devices that are drawn as one: the tiers of a pod from the top down, or switches of the top tier. */
export interface Body {
  name: string;
  isPod: boolean;
  parts: { tier: number; rows: number[] }[];
  /** The units of a pod, leaves and hosts together. */
  units: Unit[];
}

const MOST_PODS = 64; // more would be slivers: neighbours stand together then
const RUNS = 16;
const MOST_TRUNKS = 400; // between pods and planes: more are a slab
const FEWEST_PLANES = 4;
const FEW_TOPS = 16; // each stands for itself

/** Return pods and planes in their order from left to right; null for a fabric that does not fall into pods. */
export function bodiesOf(document: FabricDocument, layout: Layout): Body[] | null {
  const { structure, grouping } = layout;
  const { top, tier } = structure;
  if (top < 2) return null;
  const component = componentsBelow(structure, top);
  const units = new Map<number, Unit[]>();
  for (const unit of grouping.units) {
    const at = component[unit.leaves[0] ?? unit.hosts[0]];
    const there = units.get(at);
    if (there) there.push(unit);
    else units.set(at, [unit]);
  }
  if (units.size < 2) return null;
  const switches = new Map<number, number[]>();
  for (let row = 0; row < tier.length; row++) {
    if (tier[row] < 2 || tier[row] >= top) continue;
    const there = switches.get(component[row]);
    if (there) there.push(row);
    else switches.set(component[row], [row]);
  }
  const pods = merged(
    [...units].map(([at, its]) => ({ units: its, switches: switches.get(at) ?? [] })),
    units.size > MOST_PODS ? RUNS : units.size,
  ).map((several, place) => podOf(document, structure, several, place));
  const planes = planesOf(document, layout, pods.length);
  const seen = new Uint8Array(tier.length);
  for (const { parts } of [...pods, ...planes])
    for (const { rows } of parts) for (const row of rows) seen[row] = 1;
  const rest = [...tier.keys()].filter((row) => !seen[row]);
  const apart: Body[] = rest.length
    ? [{ name: "apart", isPod: false, parts: [{ tier: -1, rows: rest }], units: [] }]
    : [];
  return [...pods, ...planes, ...apart];
}

/** Number the parts that hang together without the switches of the top tier. */
function componentsBelow({ from, to, tier }: Structure, top: number): Int32Array {
  const parent = Int32Array.from(tier.keys());
  const rootOf = (row: number): number => {
    let root = row;
    while (parent[root] !== root) root = parent[root];
    for (let at = row; at !== root; ) {
      const next = parent[at];
      parent[at] = root;
      at = next;
    }
    return root;
  };
  for (let cable = 0; cable < from.length; cable++) {
    const a = from[cable];
    const b = to[cable];
    if (a < 0 || b < 0 || tier[a] >= top || tier[b] >= top) continue;
    const one = rootOf(a);
    const two = rootOf(b);
    if (one !== two) parent[Math.max(one, two)] = Math.min(one, two);
  }
  return parent.map((_, row) => rootOf(row));
}

/** Gather neighbours in the list so that at most `count` runs are left. */
function merged<T>(list: T[], count: number): T[][] {
  const run = Math.ceil(list.length / count);
  return Array.from({ length: Math.ceil(list.length / run) }, (_, place) =>
    list.slice(place * run, (place + 1) * run),
  );
}

function podOf(
  document: FabricDocument,
  { tier }: Structure,
  several: { units: Unit[]; switches: number[] }[],
  place: number,
): Body {
  const units = several.flatMap((one) => one.units);
  const above = several.flatMap((one) => one.switches);
  const parts = [...new Set(above.map((row) => tier[row]))]
    .sort((one, two) => two - one)
    .map((each) => ({ tier: each, rows: above.filter((row) => tier[row] === each) }));
  parts.push({ tier: 1, rows: units.flatMap(({ leaves }) => leaves) });
  parts.push({ tier: 0, rows: units.flatMap(({ hosts }) => hosts) });
  const rows = parts.flatMap((part) => part.rows);
  const group = document.devices[rows[0]]?.group;
  const isGroup = group && several.length === 1 && rows.every((row) => document.devices[row].group === group);
  const leaves = units.flatMap((unit) => unit.leaves);
  const one = leaves.length === 1 ? nameOf(document.devices[leaves[0]]) : `pod ${place + 1}`;
  return {
    name: isGroup ? group : one,
    isPod: true,
    parts: parts.filter((part) => part.rows.length > 0),
    units,
  };
}

/** The top tier: each switch where there are few, else its groups, of which so many stand together that trunks are told apart. */
function planesOf(document: FabricDocument, { structure, grouping }: Layout, pods: number): Body[] {
  const { top } = structure;
  const groups = grouping.groups.get(top) ?? [];
  const all = groups.flat();
  const body = (rows: number[], name: string): Body => ({
    name,
    isPod: false,
    parts: [{ tier: top, rows }],
    units: [],
  });
  if (all.length <= FEW_TOPS) return all.map((row) => body([row], nameOf(document.devices[row])));
  const most = Math.max(FEWEST_PLANES, Math.floor(MOST_TRUNKS / pods));
  const isPlanes = groups.length >= FEWEST_PLANES;
  const pieces = isPlanes ? groups : all.map((row) => [row]);
  const word = isPlanes ? "plane" : tierName(top, top, document.tier_names).toLowerCase();
  let before = 0;
  return merged(pieces, Math.min(pieces.length, isPlanes ? most : Math.min(most, FEW_TOPS))).map((run) => {
    const [first, last] = [before + 1, before + run.length];
    before = last;
    return body(run.flat(), first === last ? `${word} ${first}` : `${word}s ${first} to ${last}`);
  });
}
