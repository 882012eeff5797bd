// Cables taken together: one trunk for each pair of devices or clusters, and when a view is too full for cables.
import type { Level, Scene } from "../types";

/** T trunks; trunk t holds `cables[first[t]]` to `cables[first[t + 1]]`, from the upper end to the lower. */
export interface Trunks {
  upper: Int32Array;
  lower: Int32Array;
  first: Int32Array;
  cables: Int32Array;
  /** x, y of the upper end, then of the lower: (4 * trunks), world units. */
  ends: Float32Array;
  /** World units to the next trunk at its narrower end; infinite where trunks were not spread. */
  room: Float32Array;
}

/** Boxes of what the trunks join: x, y, w, h each. */
export type Boxes = ArrayLike<number>;

/** Join the cables whose ends lie in the same two groups; those within one group are left out. */
export function gather(
  from: Int32Array,
  to: Int32Array,
  ends: Float32Array,
  groupOf: ArrayLike<number> | null,
): Trunks {
  const found = new Map<number, number>();
  const trunkOf = new Int32Array(from.length).fill(-1);
  const keys: number[] = [];
  const most = 1 << 22;
  for (let cable = 0; cable < from.length; cable++) {
    const a = groupOf ? groupOf[from[cable]] : from[cable];
    const b = groupOf ? groupOf[to[cable]] : to[cable];
    if (a === b || a < 0 || b < 0) continue;
    const aIsUpper = ends[4 * cable + 1] <= ends[4 * cable + 3];
    const key = aIsUpper ? a * most + b : b * most + a;
    let trunk = found.get(key);
    if (trunk === undefined) {
      trunk = keys.push(key) - 1;
      found.set(key, trunk);
    }
    trunkOf[cable] = trunk;
  }
  const first = new Int32Array(keys.length + 1);
  for (const trunk of trunkOf) if (trunk >= 0) first[trunk + 1]++;
  for (let trunk = 0; trunk < keys.length; trunk++) first[trunk + 1] += first[trunk];
  const trunks: Trunks = {
    upper: Int32Array.from(keys, (key) => Math.floor(key / most)),
    lower: Int32Array.from(keys, (key) => key % most),
    first,
    cables: new Int32Array(first[keys.length]),
    ends: new Float32Array(4 * keys.length),
    room: new Float32Array(keys.length).fill(Infinity),
  };
  const next = first.slice();
  for (let cable = 0; cable < from.length; cable++) {
    const trunk = trunkOf[cable];
    if (trunk < 0) continue;
    trunks.cables[next[trunk]++] = cable;
    const count = first[trunk + 1] - first[trunk];
    const down = ends[4 * cable + 1] <= ends[4 * cable + 3] ? 0 : 2;
    for (let part = 0; part < 4; part++) {
      trunks.ends[4 * trunk + part] += ends[4 * cable + ((part + down) & 3)] / count;
    }
  }
  return trunks;
}

/** Return trunks of pairs of devices at the ends that their cables have now; null where one has turned over. */
export function followed(trunks: Trunks, { from, ends: now }: Pick<Scene, "from" | "ends">): Trunks | null {
  const ends = new Float32Array(trunks.ends.length);
  for (let trunk = 0; trunk < trunks.upper.length; trunk++) {
    const count = trunks.first[trunk + 1] - trunks.first[trunk];
    for (let at = trunks.first[trunk]; at < trunks.first[trunk + 1]; at++) {
      const cable = trunks.cables[at];
      const aIsUpper = now[4 * cable + 1] <= now[4 * cable + 3];
      if ((from[cable] === trunks.upper[trunk]) !== aIsUpper) return null;
      for (let part = 0; part < 4; part++) {
        ends[4 * trunk + part] += now[4 * cable + (aIsUpper ? part : (part + 2) & 3)] / count;
      }
    }
  }
  return { ...trunks, ends };
}

/** Let the trunks of each box leave side by side, in the order of where they go; edges at `top` and `bottom`. */
export function spread(trunks: Trunks, boxes: Boxes, inset: number): void {
  const leaving = new Map<number, number[]>();
  for (let trunk = 0; trunk < trunks.upper.length; trunk++) {
    for (const [box, side] of [
      [trunks.upper[trunk], 0],
      [trunks.lower[trunk], 1],
    ]) {
      const key = 2 * box + side;
      const there = leaving.get(key);
      if (there) there.push(trunk);
      else leaving.set(key, [trunk]);
    }
  }
  const target = new Float32Array(trunks.ends);
  for (const [key, there] of leaving) {
    const box = key >> 1;
    const side = key & 1;
    const other = side === 0 ? 2 : 0;
    there.sort((one, two) => target[4 * one + other] - target[4 * two + other] || one - two);
    const margin = Math.min(inset, boxes[4 * box + 2] / 4);
    const room = boxes[4 * box + 2] - 2 * margin;
    there.forEach((trunk, place) => {
      trunks.room[trunk] = Math.min(trunks.room[trunk], room / there.length);
      trunks.ends[4 * trunk + 2 * side] = boxes[4 * box] + margin + (room * (place + 0.5)) / there.length;
      trunks.ends[4 * trunk + 2 * side + 1] = boxes[4 * box + 1] + (side === 0 ? boxes[4 * box + 3] : 0);
    });
  }
}

/** Return the boxes that the trunks of the farthest level end at. */
export function clusterBoxes(scene: Pick<Scene, "clusters">): Float32Array {
  return new Float32Array(scene.clusters.flatMap((each) => [each.x, each.y, each.w, each.h]));
}

const CABLE_INK = 0.9; // px: the mean width of a cable
const TRUNK_INK = 3;
const FULL = 1; // as much ink as room; the eye follows single lines up to about here

/** How much of the room between two rows is covered by lines at zoom 1, in its fullest band. */
export function fullness(ends: Float32Array, width: number): number {
  const ink = new Map<number, { length: number; left: number; right: number; height: number }>();
  for (let at = 0; at < ends.length; at += 4) {
    const top = Math.min(ends[at + 1], ends[at + 3]);
    const bottom = Math.max(ends[at + 1], ends[at + 3]);
    if (bottom - top < 1) continue;
    const key = Math.round(top);
    const band = ink.get(key) ?? { length: 0, left: Infinity, right: -Infinity, height: Infinity };
    band.length += Math.hypot(ends[at + 2] - ends[at], bottom - top);
    band.left = Math.min(band.left, ends[at], ends[at + 2]);
    band.right = Math.max(band.right, ends[at], ends[at + 2]);
    band.height = Math.min(band.height, bottom - top);
    ink.set(key, band);
  }
  let most = 0;
  for (const band of ink.values()) {
    const area = Math.max(60, band.right - band.left) * Math.max(40, band.height);
    most = Math.max(most, (band.length * width) / area);
  }
  return most;
}

/** The zoom from which single cables can be told apart, and the one from which pairs of devices can. */
export interface Thresholds {
  cables: number;
  trunks: number;
}

/** Return from which zoom on each level is readable; a level that gains nothing is never chosen. */
export function thresholds(ends: Float32Array, pairs: Trunks, pods: Trunks): Thresholds {
  const cables = fullness(ends, CABLE_INK) / FULL;
  if (ends.length / 4 < 200) return { cables: 0, trunks: 0 };
  const pairZoom = fullness(pairs.ends, TRUNK_INK) / FULL;
  const podsGain = pods.upper.length > 0 && pods.upper.length * 3 <= pairs.upper.length;
  return { cables, trunks: podsGain ? Math.min(cables, pairZoom) : 0 };
}

export function levelAt(zoom: number, from: Thresholds): Level {
  if (zoom >= from.cables) return "cables";
  return zoom >= from.trunks ? "trunks" : "pods";
}
