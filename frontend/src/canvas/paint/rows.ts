// The ruler at the left: names of the tiers, and between them dimension lines with the ratio of capacities.
import type { TierGap, TierRow } from "../types";
import { font, type Pen, type Picture, seamed, widthOf } from "./picture";

const RULER = 92; // px of room that the ruler takes, left of the drawing
const LINE = 14;
const NAME_HEIGHT = 28;

export function drawRows(pen: Pen, picture: Picture): void {
  const x = Math.max(8, picture.insets.left - RULER);
  let free = -Infinity;
  const rows = [...picture.scene.rows].sort((one, two) => one.y - two.y);
  for (const row of rows) free = drawRow(pen, picture, row, x, free);
  for (const gap of picture.scene.gaps) drawGap(pen, picture, gap, x);
}

/** Draw name and counts of a tier beside its row, unless the row above took the room. */
function drawRow(pen: Pen, picture: Picture, row: TierRow, x: number, free: number): number {
  const { camera, theme } = picture;
  const middle = (row.y + row.height / 2) * camera.zoom + camera.y;
  const top = middle - NAME_HEIGHT / 2;
  if (top < free || top < -NAME_HEIGHT || top > picture.height) return free;
  pen.textAlign = "left";
  pen.textBaseline = "alphabetic";
  font(pen, theme);
  plate(pen, picture, x, top, widthOf(pen, row.says), NAME_HEIGHT);
  font(pen, theme, 500, 12);
  seamed(pen, picture, row.name, x, middle - 2, theme.colours.text1);
  font(pen, theme);
  seamed(pen, picture, row.says, x, middle + 12, theme.colours.text3);
  return top + NAME_HEIGHT + 2;
}

/** A line with arrow heads between two rows; the figures stand in its middle. */
function drawGap(pen: Pen, picture: Picture, gap: TierGap, x: number): void {
  const { camera, theme } = picture;
  const top = gap.top * camera.zoom + camera.y + NAME_HEIGHT / 2 + 4;
  const bottom = gap.bottom * camera.zoom + camera.y - NAME_HEIGHT / 2 - 4;
  const lines = [gap.title, ...gap.says].filter((text) => text !== "");
  const high = lines.length * LINE + 6;
  if (bottom - top < high + 4 || bottom < 0 || top > picture.height) return;
  const axis = Math.round(x + 28) + 0.5;
  const middle = (top + bottom) / 2;
  if (bottom - top > high + 36) {
    const { line2 } = theme.colours;
    drawArrow(pen, axis, middle - high / 2 - 2, top, line2);
    drawArrow(pen, axis, middle + high / 2 + 2, bottom, line2);
  }
  pen.textAlign = "left";
  pen.textBaseline = "alphabetic";
  font(pen, theme);
  plate(pen, picture, x, middle - high / 2, Math.max(...lines.map((text) => widthOf(pen, text))), high);
  lines.forEach((text, place) => {
    font(pen, theme, place === 0 ? 500 : 400, place === 0 ? 12 : 11);
    const colour = place === 0 ? theme.colours.text1 : theme.colours.text3;
    seamed(pen, picture, text, x, middle - high / 2 + LINE * (place + 1) - 1, colour);
  });
}

/** Dim what runs behind words of the ruler. */
function plate(pen: Pen, { theme }: Picture, x: number, y: number, w: number, h: number): void {
  pen.globalAlpha = 0.82;
  pen.fillStyle = theme.colours.canvas;
  pen.fillRect(x - 6, y - 2, w + 14, h + 4);
  pen.globalAlpha = 1;
}

function drawArrow(pen: Pen, x: number, from: number, to: number, colour: string): void {
  const way = Math.sign(to - from);
  pen.strokeStyle = colour;
  pen.fillStyle = colour;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(x, from);
  pen.lineTo(x, to);
  pen.stroke();
  pen.beginPath();
  pen.moveTo(x, to);
  pen.lineTo(x - 3, to - 7 * way);
  pen.lineTo(x + 3, to - 7 * way);
  pen.fill();
}

/** Draw the bracket and the name below each pod or unit. */
export function drawBrackets(pen: Pen, picture: Picture): void {
  const { camera, theme, scene } = picture;
  pen.textBaseline = "alphabetic";
  const below = picture.level !== "pods" && camera.zoom >= 0.7 ? 20 : 6;
  for (const frame of scene.frames) {
    const left = Math.round(frame.x * camera.zoom + camera.x) + 2;
    const right = Math.round((frame.x + frame.w) * camera.zoom + camera.x) - 2;
    const y = Math.round((frame.y + frame.h) * camera.zoom + camera.y) + below;
    if (right < 0 || left > picture.width || y < -20 || y > picture.height || right - left < 18) continue;
    pen.fillStyle = theme.colours.line2;
    pen.fillRect(left, y, right - left, 1);
    font(pen, theme, 500);
    const wide = pen.measureText(frame.name).width;
    const shown = wide <= right - left ? frame.name : frame.name.replace(/^\D+/, "");
    if (pen.measureText(shown).width > right - left) continue;
    pen.textAlign = "left";
    pen.fillStyle = theme.colours.text2;
    pen.fillText(shown, left, y + LINE);
    font(pen, theme);
    if (wide + pen.measureText(frame.says).width + 24 > right - left) continue;
    pen.textAlign = "right";
    pen.fillStyle = theme.colours.text3;
    pen.fillText(frame.says, right, y + LINE);
  }
}
