// Lines into a buffer of pixels: plain steps while the view moves, smooth edges when it rests.
import { clip, kept } from "./clip";

export interface Surface {
  pixels: Uint32Array;
  width: number;
  height: number;
}

/** Blend `colour` over one pixel; `share` is 0 to 256. Two channels at a time. */
export function blend(under: number, colour: number, share: number): number {
  const rest = 256 - share;
  const redBlue =
    ((Math.imul(under & 0xff00ff, rest) + Math.imul(colour & 0xff00ff, share)) >>> 8) & 0xff00ff;
  const green = ((Math.imul((under >>> 8) & 255, rest) + Math.imul((colour >>> 8) & 255, share)) >>> 8) & 255;
  return (0xff000000 | redBlue | (green << 8)) >>> 0;
}

const ONE = 65536; // 1 px in fixed point

/** A place on a line in fixed point, not beyond the ends: where a cut line enters is only known to some digits. */
function fixed(place: number, least: number, most: number): number {
  return (Math.min(most, Math.max(least, place)) * ONE) | 0;
}

/** Draw a line of whole pixels (`width` rounded), by integer steps; fast and hard-edged. */
export function hardLine(
  surface: Surface,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  colour: number,
  width: number,
): void {
  const { pixels, width: stride, height } = surface;
  const thick = Math.max(1, Math.round(width));
  const before = (thick - 1) >> 1;
  const after = thick - 1 - before;
  if (!clip(x1, y1, x2, y2, before, before, stride - 1 - after, height - 1 - after)) return;
  const rightmost = stride - 1 - after;
  const lowest = height - 1 - after;
  let fixedX = fixed(x1 + kept[0] * (x2 - x1), before, rightmost);
  let fixedY = fixed(y1 + kept[0] * (y2 - y1), before, lowest);
  const longX = fixed(x1 + kept[1] * (x2 - x1), before, rightmost) - fixedX;
  const longY = fixed(y1 + kept[1] * (y2 - y1), before, lowest) - fixedY;
  const steps = Math.ceil(Math.max(Math.abs(longX), Math.abs(longY)) / ONE);
  const stepX = steps ? (longX / steps) | 0 : 0;
  const stepY = steps ? (longY / steps) | 0 : 0;
  const across = Math.abs(longX) >= Math.abs(longY) ? stride : 1;
  for (let step = 0; step <= steps; step++) {
    let at = (fixedY >> 16) * stride + (fixedX >> 16) - before * across;
    for (let layer = 0; layer < thick; layer++, at += across) pixels[at] = colour;
    fixedX += stepX;
    fixedY += stepY;
  }
}

/**
 * Draw a line of any width with smooth edges: along its longer axis, each column gets the share of every
 * pixel that the line covers. With `period` above 0 only the first `on` px of each period are drawn, counted
 * from (x1, y1) so that dashes stay where they are when the line is cut.
 */
export function softLine(
  surface: Surface,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  colour: number,
  width: number,
  on = 1,
  period = 0,
): void {
  const steep = Math.abs(y2 - y1) > Math.abs(x2 - x1);
  const { pixels } = surface;
  const length = steep ? surface.height : surface.width;
  const depth = steep ? surface.width : surface.height;
  const alongStride = steep ? surface.width : 1;
  const acrossStride = steep ? 1 : surface.width;
  let a1 = steep ? y1 : x1;
  let b1 = steep ? x1 : y1;
  let a2 = steep ? y2 : x2;
  let b2 = steep ? x2 : y2;
  const forward = a1 <= a2;
  if (!forward) {
    [a1, a2] = [a2, a1];
    [b1, b2] = [b2, b1];
  }
  const slope = a2 > a1 ? (b2 - b1) / (a2 - a1) : 0;
  const stretch = Math.sqrt(1 + slope * slope);
  const half = (width / 2) * stretch;
  if (!clip(a1, b1, a2, b2, 0, -half, length - 1, depth + half)) return;
  const first = Math.max(0, Math.ceil(a1 + kept[0] * (a2 - a1) - 0.5));
  const last = Math.min(length - 1, Math.floor(a1 + kept[1] * (a2 - a1) - 0.5));
  const origin = forward ? a1 : a2;
  let middle = b1 + slope * (first + 0.5 - a1);
  for (let column = first; column <= last; column++, middle += slope) {
    if (period > 0 && (Math.abs(column + 0.5 - origin) * stretch) % period >= on) continue;
    const low = Math.max(0, middle - half);
    const high = Math.min(depth, middle + half);
    if (high <= low) continue;
    const lowPixel = low | 0;
    const highPixel = Math.min(depth - 1, high | 0);
    let at = column * alongStride + lowPixel * acrossStride;
    if (lowPixel === highPixel) {
      pixels[at] = blend(pixels[at], colour, ((high - low) * 256) | 0);
      continue;
    }
    pixels[at] = blend(pixels[at], colour, ((lowPixel + 1 - low) * 256) | 0);
    at += acrossStride;
    for (let pixel = lowPixel + 1; pixel < highPixel; pixel++, at += acrossStride) pixels[at] = colour;
    const rest = ((high - highPixel) * 256) | 0;
    if (rest > 0) pixels[at] = blend(pixels[at], colour, rest);
  }
}

/** Fill a rectangle of whole pixels, cut to the surface. */
export function fillBox(surface: Surface, x: number, y: number, w: number, h: number, colour: number): void {
  const left = Math.max(0, Math.round(x));
  const right = Math.min(surface.width, Math.round(x + w));
  const top = Math.max(0, Math.round(y));
  const bottom = Math.min(surface.height, Math.round(y + h));
  if (right <= left) return;
  for (let row = top; row < bottom; row++) {
    surface.pixels.fill(colour, row * surface.width + left, row * surface.width + right);
  }
}
