// What the far view draws as one: each tier of a pod or unit, and planes or runs of the tiers above.
import { bounds } from "../canvas/camera";
import type { Cluster, Frame } from "../canvas/types";
import { type FabricDocument, nameOf } from "./document";
import type { Layout } from "./layout";
import type { Unit } from "./structure";
import { tierName } from "./tiers";

const FEW_SWITCHES = 16; // of a tier: each stands for itself in the far view
const FRAME_PAD = 14;

/** Return what the far view draws as one: each tier of a span, and planes or runs of the tiers above. */
export function clustersOf(document: FabricDocument, layout: Layout) {
  const { structure, spans, planes, boxes } = layout;
  let leavesBefore = 0;
  const cluster = new Int32Array(document.devices.length).fill(-1);
  const clusters: Cluster[] = [];
  const frames: Frame[] = [];
  const add = (rows: number[], name: string, tier: number, frame: number) => {
    if (rows.length === 0) return;
    for (const row of rows) cluster[row] = clusters.length;
    clusters.push({ name, says: `${rows.length}`, tier, frame, ...boxRound(boxes, rows) });
  };
  // Within a frame each leaf stands for itself, and the hosts of a unit together.
  const unitsOf = unitsBySpan(layout);
  const addParts = (tier: number, name: string, place: number) => {
    for (const unit of unitsOf[place]) {
      const one = unit.leaves.length === 1 ? nameOf(document.devices[unit.leaves[0]]) : name;
      if (tier === 0) add(unit.hosts, `hosts of ${one}`, 0, place);
      else for (const leaf of unit.leaves) add([leaf], nameOf(document.devices[leaf]), tier, place);
    }
  };
  spans.forEach((span, place) => {
    const name =
      span.kind === "run"
        ? runName(span.devices, leavesBefore, layout)
        : spanName(document, span.devices, span.kind, place);
    leavesBefore += span.devices.filter((row) => structure.tier[row] === 1).length;
    const box = boxRound(boxes, span.devices);
    const padded = {
      x: box.x - FRAME_PAD,
      y: box.y - FRAME_PAD,
      w: box.w + 2 * FRAME_PAD,
      h: box.h + 2 * FRAME_PAD,
    };
    frames.push({ name, says: `${span.hosts} hosts`, ...padded, devices: span.devices });
    const tiers = new Set(span.devices.map((row) => structure.tier[row]));
    const highest = Math.max(...tiers);
    for (const tier of tiers) {
      if (tier !== highest) {
        addParts(tier, name, place);
        continue;
      }
      const rows = span.devices.filter((row) => structure.tier[row] === tier);
      add(rows, name, tier, place);
      // Trunks from above end at the frame.
      const last = clusters[clusters.length - 1];
      last.h += last.y - padded.y;
      last.y = padded.y;
    }
  });
  for (const [tier, groups] of planes) {
    const all = groups.flat();
    const one = tierName(tier, structure.top, document.tier_names).toLowerCase();
    if (all.length <= FEW_SWITCHES) {
      for (const row of all) add([row], nameOf(document.devices[row]), tier, -1);
    } else if (groups.length >= 4)
      groups.forEach((rows, place) => void add(rows, `plane ${place + 1}`, tier, -1));
    else {
      const run = Math.ceil(all.length / FEW_SWITCHES);
      for (let at = 0; at < all.length; at += run) {
        add(all.slice(at, at + run), `${one} ${at + 1} to ${Math.min(all.length, at + run)}`, tier, -1);
      }
    }
  }
  document.devices.forEach((device, row) => {
    if (cluster[row] < 0) add([row], nameOf(device), structure.tier[row], -1);
  });
  return { clusters, cluster, frames };
}

/** The group that the document gives all of them, else a number by place. */
export function spanName({ devices }: FabricDocument, rows: number[], kind: string, place: number): string {
  const group = devices[rows[0]]?.group;
  if (group && rows.every((row) => devices[row].group === group)) return group;
  return `${kind} ${place + 1}`;
}

/** A run of leaves is named by the places of its first and last. */
export function runName(devices: number[], before: number, { structure }: Layout): string {
  const leaves = devices.filter((row) => structure.tier[row] === 1).length;
  return `leaf ${before + 1} to ${before + leaves}`;
}

/** Return the smallest box round some devices. */
function boxRound(boxes: Float32Array, rows: number[]): { x: number; y: number; w: number; h: number } {
  return bounds(boxes, rows) ?? { x: 0, y: 0, w: 0, h: 0 };
}

/** Return the units that stand in each span. */
function unitsBySpan({ grouping, spans, structure }: Layout): Unit[][] {
  const spanOf = new Int32Array(structure.tier.length).fill(-1);
  spans.forEach((span, place) => {
    for (const row of span.devices) spanOf[row] = place;
  });
  const units: Unit[][] = spans.map(() => []);
  for (const unit of grouping.units) {
    const place = unit.leaves.length > 0 ? spanOf[unit.leaves[0]] : -1;
    if (place >= 0) units[place].push(unit);
  }
  return units;
}
