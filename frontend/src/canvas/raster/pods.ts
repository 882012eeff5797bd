// The far view: frames of pods, trunks as pipes with the load of their worst cable, and a cell for each device.
import type { Scale } from "../theme";
import { HOT, UNKNOWN } from "../types";
import type { Trunks } from "./bundles";
import { fillBox, type Surface } from "./lines";
import { Flag, type RasterScene, type RasterTheme, type Sight } from "./messages";
import { curvedPipe, type Pipe, straightPipe } from "./pipes";

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

/** Fill and edge the frames of pods. */
export function drawFrames(surface: Surface, { scene, theme, sight }: Parts): void {
  const thin = Math.max(1, Math.round(sight.density));
  const { device, deviceEdge } = theme.colours;
  for (let at = 0; at < scene.frames.length; at += 4) {
    const [x, y, w, h] = onScreen(scene.frames, at, sight);
    fillBox(surface, x, y, w, h, deviceEdge);
    fillBox(surface, x + thin, y + thin, w - 2 * thin, h - 2 * thin, device);
  }
}

function onScreen(
  boxes: Float32Array,
  at: number,
  { x, y, zoom, density }: Sight,
): [number, number, number, number] {
  const scale = zoom * density;
  const left = Math.round(boxes[at] * scale + x * density);
  const top = Math.round(boxes[at + 1] * scale + y * density);
  const right = Math.round((boxes[at] + boxes[at + 2]) * scale + x * density);
  const bottom = Math.round((boxes[at + 1] + boxes[at + 3]) * scale + y * density);
  return [left, top, right - left, bottom - top];
}

/** Draw trunks, the worst on top; returns the cables in them. */
export function drawTrunks(surface: Surface, trunks: Trunks, parts: Parts, curved: boolean): number {
  const { scale, values, flags, sight } = parts;
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
  const height = (trunk: number) => 256 * weight(marked[trunk]) + scale.rank[worst[trunk]];
  const order = [...worst.keys()].sort((one, two) => height(one) - height(two) || one - two);
  const zoom = sight.zoom * sight.density;
  const draw = curved ? curvedPipe : straightPipe;
  for (const trunk of order) {
    const cables = trunks.first[trunk + 1] - trunks.first[trunk];
    const room = Math.max(NARROWEST, trunks.room[trunk] * sight.zoom * MOST_OF_ROOM);
    const wide = Math.min(casing(cables), room) * sight.density;
    const [x1, y1, x2, y2] = trunks.ends.subarray(4 * trunk, 4 * trunk + 4);
    draw(
      surface,
      x1 * zoom + sight.x * sight.density,
      y1 * zoom + sight.y * sight.density,
      x2 * zoom + sight.x * sight.density,
      y2 * zoom + sight.y * sight.density,
      pipeOf(parts, marked[trunk], worst[trunk], wide),
    );
  }
  return trunks.cables.length;
}

function weight(mark: number): number {
  if (mark & (Flag.fault | Flag.down)) return 3;
  if (mark & (Flag.error | Flag.cut)) return 2;
  return mark & (Flag.selected | Flag.touched) ? 1 : 0;
}

/** Return how a trunk looks: its marks, else grey at rest, else a casing filled as far as its worst cable. */
function pipeOf({ theme, scale, sight }: Parts, mark: number, worst: number, wide: number): Pipe {
  const { colours } = theme;
  const px = sight.density;
  const plain = (colour: number, width: number): Pipe => ({
    seam: wide + 2 * px,
    casing: width,
    fill: width,
    seamColour: colours.canvas,
    casingColour: colour,
    fillColour: colour,
    on: 0,
    period: 0,
    soft: sight.fine,
  });
  if (mark & (Flag.fault | Flag.down)) return plain(colours.fault, Math.max(2 * px, wide / 2));
  if (mark & Flag.error) return plain(colours.error, wide);
  if (mark & Flag.cut) return plain(colours.text1, wide);
  if (sight.mode === "edit") {
    const isChosen = mark & (Flag.selected | Flag.touched);
    if (isChosen) return plain(colours.accentLine, Math.max(1.5 * px, wide * 0.8));
    return plain(colours.cableRest, Math.max(px, wide * AT_REST));
  }
  const share = worst === UNKNOWN ? 0 : worst / 254;
  const level = sight.mode === "delta" ? Math.abs(2 * share - 1) : share;
  const isHot = sight.mode === "load" && worst >= HOT && worst !== UNKNOWN;
  const isSelected = (mark & Flag.selected) !== 0;
  return {
    seam: wide + (isSelected ? 4 : 2) * px,
    casing: wide,
    fill: Math.max(px, level * wide),
    seamColour: isSelected ? colours.accentLine : colours.canvas,
    casingColour: colours.line,
    fillColour: scale.colour[worst],
    on: isHot ? 2 * px : 0,
    period: isHot ? 9 * px : 0,
    soft: sight.fine,
  };
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

/** Fill the cell of every device in the colour of its worst cable, or at rest. */
export function drawCells(surface: Surface, parts: Parts, chosen: Uint8Array): void {
  const { scene, theme, scale, sight, values } = parts;
  const worst = worstOfDevices(scene, values, scale.rank);
  const tallest = TALLEST_CELL * sight.density;
  for (let device = 0; device < worst.length; device++) {
    const [x, y, w, h] = onScreen(scene.boxes, 4 * device, sight);
    if (x > surface.width || x + w < 0 || y > surface.height + tallest || y + h < -tallest) continue;
    const rest = sight.mode === "edit" ? theme.colours.cableRest : scale.colour[worst[device]];
    const colour = chosen[device] & Flag.selected ? theme.colours.accent : rest;
    const wide = Math.max(1, w);
    // Only boxes that lie on their side grow: hosts stand upright in rows of their own.
    const high = Math.max(1, h, w > h && !scene.areCells ? Math.min(tallest, Math.round(1.5 * w)) : 0);
    fillBox(surface, x, y - (high - h) / 2, wide, high, colour);
  }
}
