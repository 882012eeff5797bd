import fc from "fast-check";
import { expect, test } from "vitest";
import { distanceSquared } from "../hit";
import { fillBox, hardLine, type Surface, softLine } from "./lines";

const BLACK = 0xff000000;
const WHITE = 0xffffffff;

function sheet(width: number, height: number): Surface {
  return { pixels: new Uint32Array(width * height).fill(BLACK), width, height };
}

/** How white a pixel is, 0 to 1. */
function ink({ pixels, width }: Surface, x: number, y: number): number {
  return (pixels[y * width + x] & 255) / 255;
}

function totalInk(surface: Surface): number {
  let sum = 0;
  for (const pixel of surface.pixels) sum += (pixel & 255) / 255;
  return sum;
}

test("a line of 2 px on a seam between pixels fills one row on each side", () => {
  const surface = sheet(20, 10);
  softLine(surface, 0, 5, 20, 5, WHITE, 2);
  expect([3, 4, 5, 6].map((y) => ink(surface, 10, y))).toEqual([0, 1, 1, 0]);
});

test("a line of 1 px in the middle between two rows is half on each", () => {
  const surface = sheet(20, 10);
  softLine(surface, 0, 5, 20, 5, WHITE, 1);
  expect(ink(surface, 10, 4)).toBeCloseTo(0.5, 1);
  expect(ink(surface, 10, 5)).toBeCloseTo(0.5, 1);
});

test("the ink of a line is its length times its width, whatever its direction", () => {
  const at = fc.double({ min: 20, max: 180, noNaN: true });
  const width = fc.double({ min: 0.75, max: 6, noNaN: true });
  fc.assert(
    fc.property(at, at, at, at, width, (x1, y1, x2, y2, wide) => {
      const length = Math.hypot(x2 - x1, y2 - y1);
      fc.pre(length > 30);
      const surface = sheet(200, 200);
      softLine(surface, x1, y1, x2, y2, WHITE, wide);
      // The ends are cut upright or level and to whole columns: two columns of difference at most.
      const stretch = length / Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1));
      expect(Math.abs(totalInk(surface) - length * wide)).toBeLessThan(2 * wide * stretch + 0.03 * length);
    }),
  );
});

test("neither line colours a pixel away from it, nor one across the border of the sheet", () => {
  const at = fc.integer({ min: -60, max: 100 });
  fc.assert(
    fc.property(at, at, at, at, fc.constantFrom(softLine, hardLine), (x1, y1, x2, y2, line) => {
      const surface = sheet(40, 30);
      line(surface, x1, y1, x2, y2, WHITE, 2);
      for (let y = 0; y < 30; y++) {
        for (let x = 0; x < 40; x++) {
          if (ink(surface, x, y) === 0) continue;
          expect(distanceSquared(x + 0.5, y + 0.5, x1, y1, x2, y2)).toBeLessThan(9);
        }
      }
    }),
    // Cut at the left border by a hair too late, it coloured the last pixel of the row above.
    { examples: [[91, 8, -7, 0, hardLine]] },
  );
});

test("dashes of 6 in 11 leave 5 px free, and stay in place when the beginning is cut off", () => {
  const whole = sheet(60, 3);
  softLine(whole, 0, 1.5, 60, 1.5, WHITE, 1, 6, 11);
  const row = [...Array(60).keys()].map((x) => ink(whole, x, 1) > 0);
  expect(row.slice(0, 12)).toEqual([...Array(6).fill(true), ...Array(5).fill(false), true]);
  const cut = sheet(60, 3);
  softLine(cut, -22, 1.5, 60, 1.5, WHITE, 1, 6, 11);
  expect([...cut.pixels]).toEqual([...whole.pixels]);
});

test("a box is cut to the sheet", () => {
  const surface = sheet(10, 10);
  fillBox(surface, -5, 8, 8, 8, WHITE);
  expect(totalInk(surface)).toBe(3 * 2);
});
