// What the main thread lays over cables: pinches of faults, crosses, ends of a selection, labels that stay.
import { callout } from "./callout";
import type { Pen, Picture } from "./picture";

const PINCH = 10;

export function drawCableMarks(pen: Pen, picture: Picture): void {
  if (picture.level === "cables") {
    for (const cable of picture.selectedCables) drawEnds(pen, picture, cable);
  }
  for (const [cable, mark] of picture.cableMarks) {
    if (mark === "fault") drawPinch(pen, picture, cable);
    if (mark === "down") drawCross(pen, picture, cable);
  }
  for (const [cable, lines] of picture.cableLabels) {
    const [x1, y1, x2, y2] = endsOf(picture, cable);
    const mark = picture.cableMarks.get(cable);
    const colour = mark === "error" ? picture.theme.colours.error : picture.theme.colours.fault;
    callout(pen, picture, (x1 + x2) / 2, (y1 + y2) / 2, lines, mark ? colour : picture.theme.colours.line2);
  }
}

/** Return both ends of a cable on the screen. */
export function endsOf({ scene, camera }: Picture, cable: number): [number, number, number, number] {
  const [x1, y1, x2, y2] = scene.ends.subarray(4 * cable, 4 * cable + 4);
  const { x, y, zoom } = camera;
  return [x1 * zoom + x, y1 * zoom + y, x2 * zoom + x, y2 * zoom + y];
}

function drawEnds(pen: Pen, picture: Picture, cable: number): void {
  const [x1, y1, x2, y2] = endsOf(picture, cable);
  pen.fillStyle = picture.theme.colours.accent;
  pen.fillRect(Math.round(x1) - 3, Math.round(y1) - 3, 6, 6);
  pen.fillRect(Math.round(x2) - 3, Math.round(y2) - 3, 6, 6);
}

/** Two arrow heads that meet at mid-length. */
function drawPinch(pen: Pen, picture: Picture, cable: number): void {
  const [x1, y1, x2, y2] = endsOf(picture, cable);
  pen.save();
  pen.translate((x1 + x2) / 2, (y1 + y2) / 2);
  pen.rotate(Math.atan2(y2 - y1, x2 - x1));
  pen.fillStyle = picture.theme.colours.canvas;
  pen.fillRect(-PINCH - 1, -7, 2 * PINCH + 2, 14);
  pen.fillStyle = picture.theme.colours.fault;
  for (const side of [-1, 1]) {
    pen.beginPath();
    pen.moveTo(side * PINCH, -6);
    pen.lineTo(side * 1.5, 0);
    pen.lineTo(side * PINCH, 6);
    pen.fill();
  }
  pen.restore();
}

function drawCross(pen: Pen, picture: Picture, cable: number): void {
  const [x1, y1, x2, y2] = endsOf(picture, cable);
  const x = (x1 + x2) / 2;
  const y = (y1 + y2) / 2;
  pen.strokeStyle = picture.theme.colours.fault;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(x - 5, y - 5);
  pen.lineTo(x + 5, y + 5);
  pen.moveTo(x + 5, y - 5);
  pen.lineTo(x - 5, y + 5);
  pen.stroke();
}
