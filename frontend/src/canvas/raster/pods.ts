// The far view: frames of pods, trunks as pipes with the load of their worst cable, and a cell for each device.
import { cssOf, type Scale } from "../theme";
import { HOT, UNKNOWN } from "../types";
import type { Trunks } from "./bundles";
import { Flag, type RasterScene, type RasterTheme, type Sight } from "./messages";
import type { Context } from "./painter";

export interface Parts {
  scene: RasterScene;
  theme: RasterTheme;
  scale: Scale;
  values: Uint8Array;
  flags: Uint8Array;
  sight: Sight;
}

const NARROWEST = 2;
const WIDEST = 14;
const AT_REST = 0.5; // of the casing: a sheet at rest is quiet
const MOST_OF_ROOM = 0.7; // of the way to the next trunk: gaps between pipes stay seen
const TALLEST_CELL = 9; // px: cells of switches grow to this, to be seen from afar

/** Return the width in px of the casing of a trunk of so many cables. */
export function casing(count: number): number {
  return Math.min(WIDEST, Math.max(NARROWEST, Math.sqrt(count)));
}

/** Fill and edge the frames of pods; the transform is the world's. */
export function drawFrames(context: Context, frames: Float32Array, theme: RasterTheme, zoom: number): void {
  context.lineWidth = 1 / zoom;
  context.fillStyle = cssOf(theme.colours.device);
  context.strokeStyle = cssOf(theme.colours.deviceEdge);
  for (let at = 0; at < frames.length; at += 4) {
    context.fillRect(frames[at], frames[at + 1], frames[at + 2], frames[at + 3]);
    context.strokeRect(frames[at], frames[at + 1], frames[at + 2], frames[at + 3]);
  }
}

/** Draw trunks, the worst on top: casing, then a fill as wide as the load; returns the cables in them. */
export function drawTrunks(context: Context, trunks: Trunks, parts: Parts, curved: boolean): number {
  const { theme, scale, values, flags, sight } = parts;
  const count = trunks.upper.length;
  const worst = new Uint8Array(count).fill(UNKNOWN);
  const marked = new Uint8Array(count);
  for (let trunk = 0; trunk < count; trunk++) {
    for (let at = trunks.first[trunk]; at < trunks.first[trunk + 1]; at++) {
      const cable = trunks.cables[at];
      if (scale.rank[values[cable]] > scale.rank[worst[trunk]]) worst[trunk] = values[cable];
      marked[trunk] |= flags[cable];
    }
  }
  const order = [...worst.keys()].sort(
    (one, two) =>
      weight(marked[one]) - weight(marked[two]) ||
      scale.rank[worst[one]] - scale.rank[worst[two]] ||
      one - two,
  );
  const editing = sight.mode === "edit";
  const px = 1 / sight.zoom;
  for (const trunk of order) {
    const cables = trunks.first[trunk + 1] - trunks.first[trunk];
    const wide = Math.min(casing(cables) * px, Math.max(NARROWEST * px, trunks.room[trunk] * MOST_OF_ROOM));
    const mark = marked[trunk];
    const share = worst[trunk] === UNKNOWN ? 0 : worst[trunk] / 254;
    trace(context, trunks.ends, trunk, curved);
    stroke(context, theme.colours.canvas, wide + 2 * px);
    if (mark & (Flag.fault | Flag.down)) stroke(context, theme.colours.fault, Math.max(2 * px, wide / 2));
    else if (mark & Flag.error) stroke(context, theme.colours.error, wide);
    else if (editing) {
      const touched = mark & (Flag.selected | Flag.touched);
      const line = touched ? theme.colours.accentLine : theme.colours.cableRest;
      stroke(context, line, Math.max(px, wide * (touched ? 0.8 : AT_REST)));
    } else {
      if (mark & Flag.selected) stroke(context, theme.colours.accentLine, wide + 3 * px);
      stroke(context, theme.colours.line, wide);
      stroke(context, scale.colour[worst[trunk]], fillWidth(sight, wide, share, px));
      if (sight.mode === "load" && worst[trunk] >= HOT && worst[trunk] !== UNKNOWN) {
        context.setLineDash([2 * px, 7 * px]);
        stroke(context, theme.colours.canvas, px);
        context.setLineDash([]);
      }
    }
  }
  return trunks.cables.length;
}

function fillWidth(sight: Sight, wide: number, share: number, px: number): number {
  const level = sight.mode === "delta" ? Math.abs(2 * share - 1) : share;
  return Math.max(px, level * wide);
}

function weight(mark: number): number {
  if (mark & (Flag.fault | Flag.down)) return 3;
  if (mark & Flag.error) return 2;
  return mark & (Flag.selected | Flag.touched) ? 1 : 0;
}

/** Lay the path of a trunk: a line, or a curve that leaves and arrives upright. */
function trace(context: Context, ends: Float32Array, trunk: number, curved: boolean): void {
  const [x1, y1, x2, y2] = ends.subarray(4 * trunk, 4 * trunk + 4);
  context.beginPath();
  context.moveTo(x1, y1);
  if (curved) context.bezierCurveTo(x1, y1 + (y2 - y1) * BEND, x2, y2 - (y2 - y1) * BEND, x2, y2);
  else context.lineTo(x2, y2);
}

/** How far along the height the curve's handles lie. */
export const BEND = 0.5;

function stroke(context: Context, colour: number, width: number): void {
  context.strokeStyle = cssOf(colour);
  context.lineWidth = width;
  context.stroke();
}

/** Return for each device the value of its worst cable. */
export function worstOfDevices(scene: RasterScene, values: Uint8Array, rank: Uint8Array): Uint8Array {
  const worst = new Uint8Array(scene.boxes.length / 4).fill(UNKNOWN);
  for (let cable = 0; cable < scene.from.length; cable++) {
    const value = values[cable];
    const from = scene.from[cable];
    const to = scene.to[cable];
    if (rank[value] > rank[worst[from]]) worst[from] = value;
    if (rank[value] > rank[worst[to]]) worst[to] = value;
  }
  return worst;
}

/** Fill the cell of every device: its worst cable, or at rest; grouped by colour to change it rarely. */
export function drawCells(context: Context, parts: Parts, worst: Uint8Array, chosen: Uint8Array): void {
  const { scene, theme, scale, sight } = parts;
  const px = 1 / sight.zoom;
  const byColour = new Map<number, number[]>();
  for (let device = 0; device < worst.length; device++) {
    const rest = sight.mode === "edit" ? theme.colours.cableRest : scale.colour[worst[device]];
    const colour = chosen[device] & Flag.selected ? theme.colours.accent : rest;
    const there = byColour.get(colour);
    if (there) there.push(device);
    else byColour.set(colour, [device]);
  }
  for (const [colour, devices] of byColour) {
    context.fillStyle = cssOf(colour);
    for (const device of devices) {
      const at = 4 * device;
      const wide = Math.max(px, scene.boxes[at + 2]);
      const grows = wide > scene.boxes[at + 3];
      const high = Math.max(px, scene.boxes[at + 3], grows ? Math.min(TALLEST_CELL * px, 1.5 * wide) : 0);
      const top = scene.boxes[at + 1] - (high - scene.boxes[at + 3]) / 2;
      context.fillRect(scene.boxes[at], top, wide, high);
    }
  }
}
