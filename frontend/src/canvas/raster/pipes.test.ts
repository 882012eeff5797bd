import { expect, test } from "vitest";
import { onCurve } from "../hit";
import type { Surface } from "./lines";
import { across, curvedPipe, type Pipe } from "./pipes";

const BLACK = 0xff000000;
const WHITE = 0xffffffff;

function pipe(wide: number): Pipe {
  return {
    seam: wide,
    casing: wide,
    fill: wide,
    seamColour: BLACK,
    casingColour: BLACK,
    fillColour: WHITE,
    on: 0,
    period: 0,
    soft: true,
  };
}

function sheet(): Surface {
  return { pixels: new Uint32Array(300 * 200).fill(BLACK), width: 300, height: 200 };
}

test("the table follows the curve of the hit test", () => {
  for (const share of [0, 0.1, 0.25, 0.5, 0.8, 1]) {
    const [x, y] = onCurve(0, 0, 1, 1, share);
    expect(across(y)).toBeCloseTo(x, 4);
  }
});

test("a straight drop of 4 px covers four columns and no more", () => {
  const surface = sheet();
  curvedPipe(surface, 100, 10, 100, 190, pipe(4));
  const row = [97, 98, 99, 100, 101, 102].map((x) => (surface.pixels[100 * 300 + x] & 255) / 255);
  expect(row).toEqual([0, 1, 1, 1, 1, 0]);
});

test("the ink of a curve is its length times its width", () => {
  const surface = sheet();
  curvedPipe(surface, 20, 10, 280, 190, pipe(3));
  let ink = 0;
  for (const pixel of surface.pixels) ink += (pixel & 255) / 255;
  let length = 0;
  let [lastX, lastY] = [20, 10];
  for (let piece = 1; piece <= 1000; piece++) {
    const [x, y] = onCurve(20, 10, 280, 190, piece / 1000);
    length += Math.hypot(x - lastX, y - lastY);
    [lastX, lastY] = [x, y];
  }
  expect(Math.abs(ink / (length * 3) - 1)).toBeLessThan(0.05);
});

test("a curve drawn upwards is the one drawn downwards", () => {
  const down = sheet();
  const up = sheet();
  curvedPipe(down, 20, 10, 200, 150, pipe(3));
  curvedPipe(up, 200, 150, 20, 10, pipe(3));
  expect(up.pixels).toEqual(down.pixels);
});

test("drawn fast, the ink of a curve is the same within a few in a hundred, cut at the edges of the sheet", () => {
  const soft = sheet();
  const hard = sheet();
  curvedPipe(soft, -40, -30, 330, 230, pipe(4));
  curvedPipe(hard, -40, -30, 330, 230, { ...pipe(4), soft: false });
  const ink = ({ pixels }: Surface) => pixels.reduce((sum, pixel) => sum + (pixel & 255) / 255, 0);
  expect(Math.abs(ink(hard) / ink(soft) - 1)).toBeLessThan(0.04);
});
