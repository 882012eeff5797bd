// What lies under the pointer: devices by a grid, cables by looking at every one.
import type { Trunks } from "./raster/bundles";
import { BEND } from "./raster/pipes";

/** Return the squared distance from a point to a line from (x1, y1) to (x2, y2). */
export function distanceSquared(
  x: number,
  y: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): number {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const long = dx * dx + dy * dy;
  const share = long === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / long));
  const awayX = x - x1 - share * dx;
  const awayY = y - y1 - share * dy;
  return awayX * awayX + awayY * awayY;
}

/** Return the cable nearest to the point and within reach, or -1. 20,000 cables take 0.2 ms: no index is needed. */
export function nearestCable(ends: Float32Array, x: number, y: number, reach: number): number {
  let nearest = -1;
  let best = reach * reach;
  for (let at = 0; at < ends.length; at += 4) {
    const x1 = ends[at];
    const y1 = ends[at + 1];
    const x2 = ends[at + 2];
    const y2 = ends[at + 3];
    if (y < Math.min(y1, y2) - reach || y > Math.max(y1, y2) + reach) continue;
    if (x < Math.min(x1, x2) - reach || x > Math.max(x1, x2) + reach) continue;
    const away = distanceSquared(x, y, x1, y1, x2, y2);
    if (away < best) {
      best = away;
      nearest = at / 4;
    }
  }
  return nearest;
}

const PIECES = 12; // of a curve; the error stays below a pixel at the zooms that draw curves

/** Return the trunk nearest to the point and within reach, or -1. */
export function nearestTrunk(trunks: Trunks, curved: boolean, x: number, y: number, reach: number): number {
  let nearest = -1;
  let best = reach * reach;
  for (let trunk = 0; trunk < trunks.upper.length; trunk++) {
    const [x1, y1, x2, y2] = trunks.ends.subarray(4 * trunk, 4 * trunk + 4);
    if (y < Math.min(y1, y2) - reach || y > Math.max(y1, y2) + reach) continue;
    if (x < Math.min(x1, x2) - reach || x > Math.max(x1, x2) + reach) continue;
    const pieces = curved ? PIECES : 1;
    let [lastX, lastY] = [x1, y1];
    for (let piece = 1; piece <= pieces; piece++) {
      const [nextX, nextY] = curved ? onCurve(x1, y1, x2, y2, piece / pieces) : [x2, y2];
      const away = distanceSquared(x, y, lastX, lastY, nextX, nextY);
      if (away < best) {
        best = away;
        nearest = trunk;
      }
      [lastX, lastY] = [nextX, nextY];
    }
  }
  return nearest;
}

/** Return the point at `share` of the curve that leaves and arrives upright. */
export function onCurve(x1: number, y1: number, x2: number, y2: number, share: number): [number, number] {
  const rest = 1 - share;
  const handle = (y2 - y1) * BEND;
  const one = rest ** 3;
  const two = 3 * rest * rest * share;
  const three = 3 * rest * share * share;
  const four = share ** 3;
  return [
    (one + two) * x1 + (three + four) * x2,
    one * y1 + two * (y1 + handle) + three * (y2 - handle) + four * y2,
  ];
}

const CELL = 128; // world units: a leaf and its hosts

/** Devices by the squares of a grid that they lie in. */
export class DeviceGrid {
  private readonly squares = new Map<number, number[]>();

  constructor(private readonly boxes: Float32Array) {
    for (let row = 0; row < boxes.length / 4; row++) {
      const at = 4 * row;
      this.each(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3], (key) => {
        const there = this.squares.get(key);
        if (there) there.push(row);
        else this.squares.set(key, [row]);
      });
    }
  }

  private each(x: number, y: number, w: number, h: number, visit: (key: number) => void): void {
    for (let across = Math.floor(x / CELL); across <= Math.floor((x + w) / CELL); across++) {
      for (let down = Math.floor(y / CELL); down <= Math.floor((y + h) / CELL); down++) {
        visit(across * 65537 + down);
      }
    }
  }

  /** Return the device under the point (the last drawn wins), `slack` world units around it included; or -1. */
  at(x: number, y: number, slack = 0): number {
    let found = -1;
    this.each(x - slack, y - slack, 2 * slack, 2 * slack, (key) => {
      for (const row of this.squares.get(key) ?? []) {
        const at = 4 * row;
        const inX = x >= this.boxes[at] - slack && x <= this.boxes[at] + this.boxes[at + 2] + slack;
        const inY = y >= this.boxes[at + 1] - slack && y <= this.boxes[at + 1] + this.boxes[at + 3] + slack;
        if (inX && inY && row > found) found = row;
      }
    });
    return found;
  }
}

/** Return the devices that lie wholly in the rectangle. */
export function devicesWithin(boxes: Float32Array, x: number, y: number, w: number, h: number): number[] {
  const found: number[] = [];
  for (let at = 0; at < boxes.length; at += 4) {
    const inX = boxes[at] >= x && boxes[at] + boxes[at + 2] <= x + w;
    if (inX && boxes[at + 1] >= y && boxes[at + 1] + boxes[at + 3] <= y + h) found.push(at / 4);
  }
  return found;
}
