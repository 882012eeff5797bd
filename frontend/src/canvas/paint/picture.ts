// All that the main thread's layers draw from, and small strokes that they share.
import type { Theme } from "../theme";
import type { CableMark, Camera, DeviceMark, Insets, Level, Mode, Scene, TreeCable } from "../types";

export interface Picture {
  scene: Scene;
  camera: Camera;
  width: number;
  height: number;
  theme: Theme;
  level: Level;
  mode: Mode;
  insets: Insets;
  selectedDevices: ReadonlySet<number>;
  selectedCables: ReadonlySet<number>;
  /** By row. */
  deviceMarks: ReadonlyMap<number, DeviceMark>;
  cableMarks: ReadonlyMap<number, CableMark>;
  cableLabels: ReadonlyMap<number, string[]>;
  deviceNotes: ReadonlyMap<number, { says: string; tone: "plain" | "fault" }>;
  /** The trees that are shown, by row; those that pass on with the copies that they do. */
  tree: {
    cables: ReadonlyMap<number, TreeCable>;
    adds: readonly number[];
    passes: ReadonlyMap<number, string>;
    colour: string;
  } | null;
  /** (2 * cables), a to b then b to a; null until any is known. */
  utilisation: Uint8Array | null;
  values: Uint8Array;
  /** The change at which a difference has its full colour, as a share of the rate. */
  fullChange: number;
}

export type Pen = CanvasRenderingContext2D;

export interface Spot {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Return where a device stands on the screen, in whole px so that its edges are sharp. */
export function spotOf(picture: Picture, device: number): Spot {
  const { boxes } = picture.scene;
  const { x, y, zoom } = picture.camera;
  const at = 4 * device;
  const left = Math.round(boxes[at] * zoom + x);
  const top = Math.round(boxes[at + 1] * zoom + y);
  return {
    x: left,
    y: top,
    w: Math.max(1, Math.round((boxes[at] + boxes[at + 2]) * zoom + x) - left),
    h: Math.max(1, Math.round((boxes[at + 1] + boxes[at + 3]) * zoom + y) - top),
  };
}

export function isInSight(picture: Picture, spot: Spot, margin = 0): boolean {
  const inX = spot.x < picture.width + margin && spot.x + spot.w > -margin;
  return inX && spot.y < picture.height + margin && spot.y + spot.h > -margin;
}

/** Edge of a box, wholly inside it. */
export function edge(pen: Pen, spot: Spot, colour: string, width = 1, out = 0): void {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  const inset = width / 2 - out;
  pen.strokeRect(spot.x + inset, spot.y + inset, spot.w - 2 * inset, spot.h - 2 * inset);
}

const widths = new Map<string, number>();

/** Set the font of canvas text: condensed, 11 px unless said. */
export function font(pen: Pen, theme: Theme, weight = 400, size = 11): void {
  pen.font = `${weight} ${size}px ${theme.font}`;
}

/** Return the width of a text in the font that is set; measured once. */
export function widthOf(pen: Pen, text: string): number {
  const key = `${pen.font}|${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    width = pen.measureText(text).width;
    if (widths.size > 20_000) widths.clear();
    widths.set(key, width);
  }
  return width;
}

/** Forget the widths: a font has come that was not there when they were measured. */
export function forgetWidths(): void {
  widths.clear();
}

/** A text on a seam of the canvas colour, so that it can be read over lines. */
export function seamed(pen: Pen, picture: Picture, text: string, x: number, y: number, colour: string): void {
  pen.strokeStyle = picture.theme.colours.canvas;
  pen.lineWidth = 4;
  pen.lineJoin = "round";
  pen.strokeText(text, x, y);
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}
