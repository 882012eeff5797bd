// A small box of words with a leader to what it speaks of.
import { font, type Pen, type Picture, widthOf } from "./picture";

const LINE = 14;
const AWAY = 18;

/** Draw the words beside (x, y), within sight: to the right and up where there is room. */
export function callout(
  pen: Pen,
  picture: Picture,
  x: number,
  y: number,
  lines: string[],
  colour: string,
): void {
  const { theme, width, height } = picture;
  font(pen, theme, 500);
  const wide = Math.ceil(Math.max(...lines.map((line) => widthOf(pen, line)))) + 14;
  const high = lines.length * LINE + 8;
  const toRight = x + AWAY + wide < width - 4;
  const left = Math.round(toRight ? x + AWAY : Math.max(4, x - AWAY - wide));
  const top = Math.round(Math.min(height - high - 4, Math.max(4, y - AWAY - high / 2)));
  pen.strokeStyle = colour;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(x + (toRight ? 6 : -6), y - 3);
  pen.lineTo(toRight ? left : left + wide, top + high / 2);
  pen.stroke();
  pen.fillStyle = theme.colours.raised;
  pen.fillRect(left, top, wide, high);
  pen.strokeRect(left + 0.5, top + 0.5, wide - 1, high - 1);
  pen.textAlign = "left";
  pen.textBaseline = "alphabetic";
  lines.forEach((line, place) => {
    font(pen, theme, place === 0 ? 500 : 400);
    pen.fillStyle = place === 0 ? theme.colours.text1 : theme.colours.text2;
    pen.fillText(line, left + 7, top + 15 + place * LINE);
  });
}
