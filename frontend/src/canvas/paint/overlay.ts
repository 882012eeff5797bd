// What follows the pointer: hover with its tooltip, the line of a connection being drawn, the box of a selection.
import { describeBody, describeCable, describeDevice, describeTrunk } from "../words";
import { frameSpot } from "./bodies";
import { endsOf } from "./cables";
import { callout } from "./callout";
import { edge, type Pen, type Picture, spotOf } from "./picture";

export type Hover =
  | { kind: "device"; row: number }
  | { kind: "cable"; row: number }
  | { kind: "body"; row: number }
  | { kind: "trunk"; upper: string; lower: string; cables: Int32Array; ends: Float32Array; curved: boolean };

export interface Pointer {
  hover: Hover | null;
  /** Where the pointer rests, in px. */
  x: number;
  y: number;
  /** From a device to the pointer while connecting. */
  from: number;
  /** Corner where a box selection began. */
  box: { x: number; y: number } | null;
}

const HALO = 7;

export function drawOverlay(pen: Pen, picture: Picture, pointer: Pointer): void {
  const { hover } = pointer;
  if (hover?.kind === "device") drawDeviceHover(pen, picture, hover.row);
  if (hover?.kind === "body") drawBodyHover(pen, picture, hover.row);
  if (hover?.kind === "cable") drawHalo(pen, picture, () => traceCable(pen, picture, hover.row));
  if (hover?.kind === "trunk") drawHalo(pen, picture, () => traceTrunk(pen, picture, hover));
  if (pointer.from >= 0) drawRubber(pen, picture, pointer);
  if (pointer.box) drawBox(pen, picture, pointer.box, pointer);
  if (hover && pointer.from < 0 && !pointer.box) {
    callout(pen, picture, pointer.x, pointer.y, wordsOf(picture, hover), picture.theme.colours.line2);
  }
}

function wordsOf(picture: Picture, hover: Hover): string[] {
  if (hover.kind === "device") return describeDevice(picture, hover.row);
  if (hover.kind === "cable") return describeCable(picture, hover.row);
  if (hover.kind === "body") return describeBody(picture, hover.row);
  return describeTrunk(picture, hover.upper, hover.lower, hover.cables);
}

function drawDeviceHover(pen: Pen, picture: Picture, row: number): void {
  edge(pen, spotOf(picture, row), picture.theme.colours.text1, picture.selectedDevices.has(row) ? 2 : 1.5);
}

function drawBodyHover(pen: Pen, picture: Picture, frame: number): void {
  edge(pen, frameSpot(picture, frame), picture.theme.colours.text1, 1.5);
}

function traceCable(pen: Pen, picture: Picture, row: number): void {
  const [x1, y1, x2, y2] = endsOf(picture, row);
  pen.beginPath();
  pen.moveTo(x1, y1);
  pen.lineTo(x2, y2);
}

function traceTrunk(pen: Pen, { camera }: Picture, hover: Extract<Hover, { kind: "trunk" }>): void {
  const [x1, y1, x2, y2] = hover.ends;
  const px = (x: number) => x * camera.zoom + camera.x;
  const py = (y: number) => y * camera.zoom + camera.y;
  const middle = (py(y1) + py(y2)) / 2;
  pen.beginPath();
  pen.moveTo(px(x1), py(y1));
  if (hover.curved) pen.bezierCurveTo(px(x1), middle, px(x2), middle, px(x2), py(y2));
  else pen.lineTo(px(x2), py(y2));
}

function drawHalo(pen: Pen, { theme }: Picture, trace: () => void): void {
  trace();
  pen.strokeStyle = theme.colours.text1;
  pen.globalAlpha = 0.22;
  pen.lineWidth = HALO;
  pen.stroke();
  pen.globalAlpha = 1;
  pen.lineWidth = 1.5;
  pen.stroke();
}

function drawRubber(pen: Pen, picture: Picture, pointer: Pointer): void {
  const spot = spotOf(picture, pointer.from);
  const { accent } = picture.theme.colours;
  edge(pen, spot, accent, 2);
  pen.strokeStyle = accent;
  pen.lineWidth = 1.8;
  pen.beginPath();
  pen.moveTo(spot.x + spot.w / 2, pointer.y < spot.y ? spot.y : spot.y + spot.h);
  pen.lineTo(pointer.x, pointer.y);
  pen.stroke();
}

function drawBox(pen: Pen, { theme }: Picture, from: { x: number; y: number }, to: Pointer): void {
  const spot = { x: from.x, y: from.y, w: to.x - from.x, h: to.y - from.y };
  pen.globalAlpha = 0.12;
  pen.fillStyle = theme.colours.accent;
  pen.fillRect(spot.x, spot.y, spot.w, spot.h);
  pen.globalAlpha = 1;
  pen.strokeStyle = theme.colours.accent;
  pen.lineWidth = 1;
  pen.strokeRect(spot.x + 0.5, spot.y + 0.5, spot.w, spot.h);
}
