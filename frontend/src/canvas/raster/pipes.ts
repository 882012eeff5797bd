// Trunks as pipes: a seam in the canvas colour, a casing and a fill, along a curve that leaves and arrives upright.
import { blend, type Surface, softLine } from "./lines";

export interface Pipe {
  /** Widths in px from the outside in; each is drawn within the one before. */
  seam: number;
  casing: number;
  fill: number;
  seamColour: number;
  casingColour: number;
  fillColour: number;
  /** Inlaid ticks: so many px on in each period; a period of 0 has none. */
  on: number;
  period: number;
  /** Smooth edges; without them pixels are of one colour each, and drawn fast. */
  soft: boolean;
}

const STEPS = 512;
const acrossAt = new Float64Array(STEPS + 2);

// The curve with handles at half its height: y = 1.5 t - 1.5 t² + t³ and x = 3 t² - 2 t³. Tabled as x by y.
for (let step = 0; step < acrossAt.length; step++) {
  const y = Math.min(1, step / STEPS);
  let [low, high] = [0, 1];
  for (let halving = 0; halving < 40; halving++) {
    const t = (low + high) / 2;
    if (1.5 * t - 1.5 * t * t + t * t * t < y) low = t;
    else high = t;
  }
  acrossAt[step] = 3 * low * low - 2 * low * low * low;
}

/** Return how far across the curve is at a share of its height. */
export function across(share: number): number {
  const at = Math.min(1, Math.max(0, share)) * STEPS;
  const step = Math.floor(at);
  return acrossAt[step] + (acrossAt[step + 1] - acrossAt[step]) * (at - step);
}

/** Return the height share at which the handles of the same curve lie; both ends stand upright there. */
export const BEND = 0.5;

const LEAST_HEIGHT = 6; // px: below this a curve is a line

/** Draw a pipe along the curve, row by row; pixels by their distance from its middle. */
export function curvedPipe(
  surface: Surface,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  pipe: Pipe,
): void {
  if (y2 < y1) {
    curvedPipe(surface, x2, y2, x1, y1, pipe);
    return;
  }
  const high = y2 - y1;
  if (high < LEAST_HEIGHT) {
    straightPipe(surface, x1, y1, x2, y2, pipe);
    return;
  }
  const wide = x2 - x1;
  const first = Math.max(0, Math.ceil(y1 - 0.5));
  const last = Math.min(surface.height - 1, Math.floor(y2 - 0.5));
  const reach = pipe.seam / 2 + 0.5;
  if (Math.max(x1, x2) < -reach || Math.min(x1, x2) > surface.width + reach) return;
  let gone = 0;
  let middle = x1 + wide * across((first + 0.5 - y1) / high);
  for (let row = first; row <= last; row++) {
    const share = (row + 0.5 - y1) / high;
    const next = x1 + wide * across(share + 1 / high);
    const slope = next - middle;
    if (pipe.soft) softRow(surface, row, middle, slope, gone, reach, pipe);
    else hardRow(surface, row, middle, slope, gone, pipe);
    gone += Math.sqrt(1 + slope * slope);
    middle = next;
  }
}

/** Draw what one row of pixels sees of a pipe that passes it at `middle` with so many px across a row. */
function softRow(
  { pixels, width }: Surface,
  row: number,
  middle: number,
  slope: number,
  gone: number,
  reach: number,
  pipe: Pipe,
): void {
  const { seamColour, casingColour, fillColour, on, period } = pipe;
  const upright = 1 / Math.sqrt(1 + slope * slope);
  const half = reach / upright;
  const from = Math.max(0, Math.ceil(middle - half - 0.5));
  const until = Math.min(width - 1, Math.floor(middle + half - 0.5));
  const seam = pipe.seam / 2 + 0.5;
  const casing = pipe.casing > pipe.fill ? pipe.casing / 2 + 0.5 : 0;
  const fill = pipe.fill / 2 + 0.5;
  let at = row * width + from;
  for (let column = from; column <= until; column++, at++) {
    const beside = column + 0.5 - middle;
    const away = Math.abs(beside) * upright;
    if (fill - away >= 1) pixels[at] = fillColour;
    else {
      let pixel = blend(pixels[at], seamColour, shareOf(seam - away));
      if (casing > away) pixel = blend(pixel, casingColour, shareOf(casing - away));
      if (fill > away) pixel = blend(pixel, fillColour, shareOf(fill - away));
      pixels[at] = pixel;
    }
    if (period > 0 && away < 1) {
      const along = gone + beside * slope * upright;
      if (((along % period) + period) % period < on) {
        pixels[at] = blend(pixels[at], seamColour, shareOf(1 - away));
      }
    }
  }
}

/** The same in whole pixels of one colour each; every pixel is written once. */
function hardRow(
  { pixels, width }: Surface,
  row: number,
  middle: number,
  slope: number,
  gone: number,
  pipe: Pipe,
): void {
  const stretch = Math.sqrt(1 + slope * slope) / 2;
  const ticked = pipe.period > 0 && gone % pipe.period < pipe.on;
  const fillHalf = ticked ? 0 : pipe.fill * stretch;
  const casingHalf = Math.max(fillHalf, pipe.casing * stretch);
  const seamHalf = pipe.seam * stretch;
  const start = row * width;
  const seamEnd = start + within(middle + seamHalf, width);
  const casingFrom = start + within(middle - casingHalf, width);
  const casingEnd = start + within(middle + casingHalf, width);
  const fillFrom = start + within(middle - fillHalf, width);
  const fillEnd = start + within(middle + fillHalf, width);
  let at = start + within(middle - seamHalf, width);
  for (; at < casingFrom; at++) pixels[at] = pipe.seamColour;
  for (; at < fillFrom; at++) pixels[at] = pipe.casingColour;
  for (; at < fillEnd; at++) pixels[at] = pipe.fillColour;
  for (; at < casingEnd; at++) pixels[at] = pipe.casingColour;
  for (; at < seamEnd; at++) pixels[at] = pipe.seamColour;
}

/** The nearest seam between pixels, within the sheet. */
function within(x: number, width: number): number {
  return x <= 0 ? 0 : x >= width ? width : (x + 0.5) | 0;
}

function shareOf(cover: number): number {
  return cover >= 1 ? 256 : cover <= 0 ? 0 : (cover * 256) | 0;
}

/** Draw a pipe along a line. */
export function straightPipe(
  surface: Surface,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  pipe: Pipe,
): void {
  softLine(surface, x1, y1, x2, y2, pipe.seamColour, pipe.seam);
  softLine(surface, x1, y1, x2, y2, pipe.casingColour, pipe.casing);
  softLine(surface, x1, y1, x2, y2, pipe.fillColour, pipe.fill);
  if (pipe.period > 0) softLine(surface, x1, y1, x2, y2, pipe.seamColour, pipe.on / 2, pipe.on, pipe.period);
}
