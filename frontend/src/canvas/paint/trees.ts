// The trees of a run over the drawing: cables as wide as what they carry, where it is added and where passed on.
import { byRow, type Prepared } from "../prepare";
import type { TreeMarks } from "../types";
import { endsOf } from "./cables";
import { edge, font, isInSight, type Pen, type Picture, seamed, spotOf, widthOf } from "./picture";

/** Trees as they are drawn: by row, and a switch that passes on with the copies that leave it. */
export function treeOf(
  { cables, adds, passes }: TreeMarks,
  { cableRows, deviceRows }: Prepared,
  colour: string,
): NonNullable<Picture["tree"]> {
  const rowOf = (id: string) => deviceRows.get(id) ?? -1;
  return {
    cables: byRow(cables, cableRows),
    adds: adds.map(rowOf).filter((row) => row >= 0),
    passes: byRow(passes, deviceRows),
    colour,
  };
}

const MOST_LABELS = 240;
const LABEL_ROOM = 34; // px of a cable below which its rate is not written on it
const HIGH = 13;
const RADIUS = 6.5;
const SHOWN_FROM = 12; // px of a device below which its signs would cover it

/** The cables of the trees, under the devices: one path for each width. */
export function drawTreeCables(pen: Pen, picture: Picture): void {
  const { tree } = picture;
  if (!tree) return;
  const byWidth = new Map<number, number[]>();
  for (const [cable, { width }] of tree.cables) byWidth.set(width, [...(byWidth.get(width) ?? []), cable]);
  pen.strokeStyle = tree.colour;
  pen.lineCap = "butt";
  for (const [width, cables] of [...byWidth].sort(([one], [other]) => one - other)) {
    pen.lineWidth = width;
    pen.beginPath();
    for (const cable of cables) {
      const [x1, y1, x2, y2] = endsOf(picture, cable);
      pen.moveTo(x1, y1);
      pen.lineTo(x2, y2);
    }
    pen.stroke();
  }
}

/** What the trees say over the devices: circled plus, dashed frames, and rates where there is room. */
export function drawTreeSigns(pen: Pen, picture: Picture): void {
  const { tree } = picture;
  if (!tree) return;
  for (const [device, says] of tree.passes) drawPasses(pen, picture, device, says, tree.colour);
  for (const device of tree.adds) drawPlus(pen, picture, device, tree.colour);
  drawRates(pen, picture);
}

function drawPlus(pen: Pen, picture: Picture, device: number, colour: string): void {
  const spot = spotOf(picture, device);
  if (spot.w < SHOWN_FROM || !isInSight(picture, spot)) return;
  const [x, y] = [spot.x + spot.w, spot.y + spot.h / 2];
  pen.fillStyle = picture.theme.colours.raised;
  pen.strokeStyle = colour;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.arc(x, y, RADIUS, 0, 2 * Math.PI);
  pen.fill();
  pen.stroke();
  pen.beginPath();
  pen.moveTo(x - 3, y);
  pen.lineTo(x + 3, y);
  pen.moveTo(x, y - 3);
  pen.lineTo(x, y + 3);
  pen.stroke();
}

function drawPasses(pen: Pen, picture: Picture, device: number, says: string, colour: string): void {
  const spot = spotOf(picture, device);
  if (spot.w < SHOWN_FROM || !isInSight(picture, spot)) return;
  pen.setLineDash([4, 3]);
  edge(pen, spot, colour, 1.5, 2);
  pen.setLineDash([]);
  font(pen, picture.theme, 500);
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  const { text1 } = picture.theme.colours;
  seamed(pen, picture, says, spot.x + spot.w / 2, spot.y + spot.h + HIGH, text1);
}

/** Rates at mid-length, the largest first, and none over another or where a cable is too short for it. */
function drawRates(pen: Pen, picture: Picture): void {
  const { tree, theme } = picture;
  if (!tree || picture.scene.bodies) return;
  font(pen, theme, 500);
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  const taken: [x: number, y: number, half: number][] = [];
  const widest = [...tree.cables].sort(([, one], [, other]) => other.width - one.width);
  for (const [cable, { label }] of widest) {
    if (taken.length >= MOST_LABELS) return;
    const [x1, y1, x2, y2] = endsOf(picture, cable);
    if (Math.hypot(x2 - x1, y2 - y1) < LABEL_ROOM) continue;
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2 + 4];
    if (x < 0 || y < 0 || x > picture.width || y > picture.height) continue;
    const half = widthOf(pen, label) / 2 + 4;
    if (taken.some(([tx, ty, th]) => Math.abs(tx - x) < half + th && Math.abs(ty - y) < HIGH)) continue;
    taken.push([x, y, half]);
    seamed(pen, picture, label, x, y, theme.colours.text1);
  }
}
