// Where devices stand: tiers in rows, units and pods over their hosts, the same for the same document every time.
import type { FabricDocument } from "./document";
import { type Grouping, groupingOf, type Structure, structureOf, type Unit } from "./structure";

/** World units; 1 is a px at 100 %. */
export const SIZES = {
  host: { w: 24, h: 58, pitch: 28, rowGap: 16 },
  leaf: { least: 28, most: 96, pitch: 36 },
  switch: { w: 96, h: 30, most: 148 },
  unitGap: 14,
  frameGap: 48,
  planeGap: 40,
  /** Least room between two rows; the rest is shared out by how far the cables reach sideways. */
  rowGap: 84,
  /** Height of the whole drawing against its width. */
  aspect: 0.46,
  leastWidth: 700,
} as const;

/** The most that the gaps between the groups of a row may take of its width. */
const GAPS_SHARE = 0.2;

/** A pod, a unit or a run of leaves: what a bracket stands under and the far view draws as one. */
export interface Span {
  kind: "pod" | "unit" | "run";
  devices: number[];
  hosts: number;
  x: number;
  w: number;
}

export interface Layout {
  structure: Structure;
  grouping: Grouping;
  /** x, y, w, h of each device: (4 * devices). */
  boxes: Float32Array;
  /** The same where nothing is placed by hand. */
  free: Float32Array;
  spans: Span[];
  /** The groups of each tier that stand over all of the fabric, in order. */
  planes: Map<number, number[][]>;
}

/** Place every device. Hand-placed ones (x and y are their middle) stay where they were put. */
export function layoutFabric(document: FabricDocument): Layout {
  const structure = structureOf(document);
  const grouping = groupingOf(document, structure);
  const free = new Float32Array(4 * document.devices.length);
  const { spans, width } = placeUnits(grouping, structure, free);
  const planes = placeAbove(grouping, structure, free, spans, width);
  placeRows(structure, free, width);
  const layout = { structure, grouping, free, boxes: withHands(document, structure, free) };
  if (isPlacedWhole(document)) {
    return { ...layout, spans: spansOfGroups(document, structure), planes: new Map() };
  }
  return { ...layout, spans, planes };
}

/** Return the layout of a document that `isBuiltAs` the one it was made for: only what hands placed is placed anew. */
export function layoutAgain(document: FabricDocument, layout: Layout): Layout {
  return { ...layout, boxes: withHands(document, layout.structure, layout.free) };
}

/** Whether both have the same devices and the same ends of cables, and are placed by hand wholly or not alike. */
export function isBuiltAs(one: FabricDocument, two: FabricDocument): boolean {
  if (one.device_types !== two.device_types) return false;
  if (one.devices.length !== two.devices.length || one.cables.length !== two.cables.length) return false;
  const sameDevices =
    one.devices === two.devices ||
    one.devices.every((device, row) => {
      const other = two.devices[row];
      if (device === other) return true;
      const alike = device.id === other.id && device.type === other.type;
      return alike && device.name === other.name && device.group === other.group;
    });
  const sameCables =
    one.cables === two.cables ||
    one.cables.every((cable, row) => {
      const other = two.cables[row];
      return cable === other || (cable.id === other.id && cable.a === other.a && cable.b === other.b);
    });
  return sameDevices && sameCables && isPlacedWhole(one) === isPlacedWhole(two);
}

function isPlacedWhole({ devices }: FabricDocument): boolean {
  return devices.every((device) => device.x !== null && device.y !== null);
}

/** What stands together on a sheet placed wholly by hand, or by a template: the groups of the document. */
function spansOfGroups({ devices }: FabricDocument, { isServer }: Structure): Span[] {
  const byGroup = new Map<string, number[]>();
  devices.forEach(({ group }, row) => {
    if (group === null) return;
    const rows = byGroup.get(group);
    if (rows) rows.push(row);
    else byGroup.set(group, [row]);
  });
  if (byGroup.size < 2) return [];
  return [...byGroup.values()].map((rows) => ({
    kind: "pod",
    devices: rows,
    hosts: rows.filter((row) => isServer[row]).length,
    x: 0,
    w: 0,
  }));
}

/** How many rows the hosts of a unit stand in: the fuller the fabric the more. */
function hostRows(count: number): number {
  if (count <= 40) return 1;
  if (count <= 320) return 2;
  return count <= 2500 ? 4 : 8;
}

/** Set x and width of leaves and hosts, units side by side; y of hosts counts from the first host row. */
function placeUnits(grouping: Grouping, structure: Structure, boxes: Float32Array) {
  const { units, groups, hasPods, loose } = grouping;
  const hosts = structure.isServer.reduce((sum, server) => sum + server, 0);
  const rows = hostRows(hosts);
  const spans: Span[] = [];
  const wide = units.some((unit) => unit.leaves.length > 1);
  const perRun = !hasPods && !wide && units.length > 32 ? Math.ceil(units.length / 16) : 0;
  let x = 0;
  units.forEach((unit, place) => {
    const starts = place === 0 || isNewSpan(units, place, hasPods, wide, perRun);
    if (place > 0) x += starts && (hasPods || wide || perRun > 0) ? SIZES.frameGap : SIZES.unitGap;
    const w = placeUnit(unit, x, rows, boxes);
    const kind = hasPods ? "pod" : wide ? "unit" : "run";
    if (starts) spans.push({ kind, devices: [], hosts: 0, x, w: 0 });
    const span = spans[spans.length - 1];
    span.devices.push(...unit.leaves, ...unit.hosts);
    span.hosts += unit.hosts.length;
    x += w;
    if (hasPods) x = Math.max(x, span.x + roomFor(groups.get(2)?.[unit.pod]?.length ?? 0));
    span.w = x - span.x;
  });
  if (loose.length > 0) {
    if (units.length > 0) x += SIZES.frameGap;
    x += placeUnit({ leaves: [], hosts: loose, pod: -1 }, x, rows, boxes);
  }
  const isWhole = spans.length < 2 || (!hasPods && !wide && perRun === 0);
  const fullest = Math.max(0, ...switchesPerRow(structure));
  const width = Math.max(x, roomFor(fullest), Math.min(SIZES.leastWidth, 160 * units.length));
  return { spans: isWhole ? [] : spans, width };
}

/** Return the width in which so many switches stand side by side without touching, gaps between groups included. */
function roomFor(switches: number): number {
  return (switches * SIZES.leaf.pitch) / (1 - GAPS_SHARE);
}

/** Return how many switches each row above the leaves holds; the unreached are a row of their own. */
function switchesPerRow({ tier, top }: Structure): number[] {
  const counts = new Array<number>(top + 2).fill(0);
  for (const each of tier) counts[each < 0 ? top + 1 : each]++;
  return counts.slice(2);
}

function isNewSpan(units: Unit[], place: number, hasPods: boolean, wide: boolean, perRun: number): boolean {
  if (hasPods) return units[place].pod !== units[place - 1].pod;
  return wide || (perRun > 0 && place % perRun === 0);
}

/** Place one unit from `x` on and return its width. */
function placeUnit(unit: Unit, x: number, rows: number, boxes: Float32Array): number {
  const { host, leaf } = SIZES;
  const columns = Math.ceil(unit.hosts.length / rows);
  const leavesW = unit.leaves.length * (unit.leaves.length === 1 ? 52 : leaf.pitch);
  const w = Math.max(columns * host.pitch, leavesW);
  unit.leaves.forEach((row, place) => {
    const pitch = w / unit.leaves.length;
    const wide = Math.min(leaf.most, Math.max(leaf.least, pitch * 0.78));
    boxes[4 * row] = x + pitch * (place + 0.5) - wide / 2;
    boxes[4 * row + 2] = wide;
  });
  const left = x + (w - columns * host.pitch) / 2;
  const pitch = Math.min(w / Math.max(1, columns), host.pitch * 1.6);
  const start = columns > 0 && rows === 1 ? x + (w - columns * pitch) / 2 : left;
  const step = rows === 1 ? pitch : host.pitch;
  unit.hosts.forEach((row, place) => {
    boxes[4 * row] = start + (place % columns) * step + (step - host.w) / 2;
    boxes[4 * row + 1] = Math.floor(place / columns) * (host.h + host.rowGap);
    boxes[4 * row + 2] = host.w;
    boxes[4 * row + 3] = host.h;
  });
  return w;
}

/** Set x and width of the tiers above: pods over their units, planes over everything. */
function placeAbove(
  { units, groups, hasPods }: Grouping,
  structure: Structure,
  boxes: Float32Array,
  spans: Span[],
  width: number,
): Map<number, number[][]> {
  const planes = new Map<number, number[][]>();
  for (let tier = 2; tier <= structure.top; tier++) {
    const found = groups.get(tier) ?? [];
    if (tier === 2 && hasPods) {
      for (const span of spans) {
        const pod = units.find((unit) => unit.leaves.includes(span.devices[0]))?.pod ?? -1;
        const rows = found[pod] ?? [];
        placeEvenly([rows], span.x, span.w, boxes);
        span.devices.push(...rows);
      }
      continue;
    }
    const middle = (row: number) => boxes[4 * row] + boxes[4 * row + 2] / 2;
    const ordered = byMiddle(found, (rows) =>
      meanOf(rows.flatMap((row) => below(structure, row)).map(middle)),
    );
    planes.set(tier, ordered);
    placeEvenly(ordered, 0, width, boxes);
  }
  const unreached = [...structure.tier.keys()].filter((row) => structure.tier[row] < 0);
  placeEvenly([unreached], 0, width, boxes);
  return planes;
}

function below(structure: Structure, row: number): number[] {
  return structure.neighbours[row].filter((other) => structure.tier[other] < structure.tier[row]);
}

/** Groups by the mean place of what is below them: fewer crossings; those as good as equal stay in order. */
function byMiddle(groups: number[][], mean: (rows: number[]) => number): number[][] {
  const means = new Map(groups.map((rows) => [rows, Math.round(mean(rows) / 4)]));
  return [...groups].sort((one, two) => (means.get(one) ?? 0) - (means.get(two) ?? 0) || one[0] - two[0]);
}

function meanOf(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Spread the groups over the width, a gap between two of them. */
function placeEvenly(groups: number[][], x: number, width: number, boxes: Float32Array): void {
  const count = groups.reduce((sum, rows) => sum + rows.length, 0);
  if (count === 0) return;
  const gap = Math.min(SIZES.planeGap, (width * GAPS_SHARE) / groups.length);
  const pitch = (width - gap * (groups.length - 1)) / count;
  const most = Math.max(SIZES.switch.most, width * 0.1);
  const wide = Math.min(most, Math.max(SIZES.leaf.least, pitch * 0.7));
  let left = x;
  for (const rows of groups) {
    for (const row of rows) {
      boxes[4 * row] = left + (pitch - wide) / 2;
      boxes[4 * row + 2] = wide;
      left += pitch;
    }
    left += gap;
  }
}

/** Set y and height of all rows: the room between two by how far the cables between them reach sideways. */
function placeRows(structure: Structure, boxes: Float32Array, width: number): void {
  const tallest = SIZES.switch.h * Math.min(2.2, Math.max(1, width / 1000));
  const unreached = structure.tier.includes(-1) ? 1 : 0;
  const rowOf = (device: number) => (structure.tier[device] < 0 ? structure.top + 1 : structure.tier[device]);
  const top = structure.top + unreached;
  const heights = new Array<number>(top + 1).fill(0);
  structure.tier.forEach((_, device) => {
    const row = rowOf(device);
    if (row === 0) {
      heights[0] = Math.max(heights[0], boxes[4 * device + 1] + boxes[4 * device + 3]);
      return;
    }
    const wide = boxes[4 * device + 2];
    const high = Math.min(tallest, Math.max(SIZES.switch.h, wide * (row === 1 ? 0.75 : 0.25)));
    boxes[4 * device + 3] = high;
    heights[row] = Math.max(heights[row], high);
  });
  const gaps = roomBetween(structure, boxes, heights, width, top);
  let y = 0;
  const tops = new Array<number>(top + 1);
  for (let row = top; row >= 0; row--) {
    tops[row] = y;
    y += heights[row] + (row > 0 ? gaps[row] : 0);
  }
  structure.tier.forEach((_, device) => {
    boxes[4 * device + 1] += tops[rowOf(device)];
  });
}

/** Return the room below each row. */
function roomBetween(
  { from, to, tier }: Structure,
  boxes: Float32Array,
  heights: number[],
  width: number,
  top: number,
): number[] {
  const reach = new Array<number>(top + 1).fill(0);
  const count = new Array<number>(top + 1).fill(0);
  from.forEach((a, cable) => {
    const b = to[cable];
    if (a < 0 || b < 0 || tier[a] === tier[b]) return;
    const upper = Math.max(tier[a], tier[b]);
    const sideways = boxes[4 * a] + boxes[4 * a + 2] / 2 - boxes[4 * b] - boxes[4 * b + 2] / 2;
    reach[upper] += Math.abs(sideways);
    count[upper]++;
  });
  const weights = reach.map((sum, row) => (row === 0 ? 0 : (1 + sum / Math.max(1, count[row])) ** 0.7));
  const taken = heights.reduce((sum, high) => sum + high, 0);
  const wanted = Math.max(SIZES.leastWidth, width) * SIZES.aspect - taken;
  const free = Math.max(0, wanted - SIZES.rowGap * top);
  const weight = weights.reduce((sum, each) => sum + each, 0) || 1;
  return weights.map((each) => SIZES.rowGap + (free * each) / weight);
}

/** Return the boxes with what a person placed; a sheet drawn wholly by hand has devices of one size. */
export function withHands(document: FabricDocument, structure: Structure, free: Float32Array): Float32Array {
  const boxes = free.slice();
  const all = isPlacedWhole(document);
  document.devices.forEach((device, row) => {
    if (device.x === null || device.y === null) return;
    const at = 4 * row;
    if (all) {
      const size = structure.isServer[row] ? SIZES.host : SIZES.switch;
      boxes[at + 2] = size.w;
      boxes[at + 3] = size.h;
    }
    boxes[at] = device.x - boxes[at + 2] / 2;
    boxes[at + 1] = device.y - boxes[at + 3] / 2;
  });
  return boxes;
}
