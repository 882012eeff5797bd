import fc from "fast-check";
import { expect, test } from "vitest";
import { between, bounds, fitBox, toScreen, toWorld, zoomAbout } from "./camera";

const NONE = { left: 0, top: 0, right: 0, bottom: 0 };
const camera = fc.record({
  x: fc.double({ min: -1e4, max: 1e4, noNaN: true }),
  y: fc.double({ min: -1e4, max: 1e4, noNaN: true }),
  zoom: fc.double({ min: 0.05, max: 4, noNaN: true }),
});
const px = fc.double({ min: 0, max: 2000, noNaN: true });

test("a point goes to the screen and comes back the same", () => {
  fc.assert(
    fc.property(camera, px, px, (from, x, y) => {
      const [worldX, worldY] = toWorld(from, x, y);
      const [backX, backY] = toScreen(from, worldX, worldY);
      expect(backX).toBeCloseTo(x, 6);
      expect(backY).toBeCloseTo(y, 6);
    }),
  );
});

test("what lies under the pointer stays there while zooming", () => {
  const factor = fc.double({ min: 0.2, max: 5, noNaN: true });
  fc.assert(
    fc.property(camera, px, px, factor, (from, x, y, by) => {
      const to = zoomAbout(from, by, x, y, 0.01);
      const [beforeX, beforeY] = toWorld(from, x, y);
      const [afterX, afterY] = toWorld(to, x, y);
      expect(afterX).toBeCloseTo(beforeX, 4);
      expect(afterY).toBeCloseTo(beforeY, 4);
    }),
  );
});

test("zoom stays between its bounds", () => {
  expect(zoomAbout({ x: 0, y: 0, zoom: 1 }, 100, 0, 0, 0.1).zoom).toBe(4);
  expect(zoomAbout({ x: 0, y: 0, zoom: 1 }, 0.001, 0, 0, 0.1).zoom).toBe(0.1);
});

test("a box of 200 by 100 fits a view of 100 by 100 at half size, in the middle", () => {
  const fitted = fitBox({ x: 0, y: 0, w: 200, h: 100 }, 100, 100, NONE);
  expect(fitted).toEqual({ x: 0, y: 25, zoom: 0.5 });
});

test("the insets are kept free", () => {
  const insets = { left: 100, top: 20, right: 0, bottom: 0 };
  const fitted = fitBox({ x: 0, y: 0, w: 100, h: 100 }, 200, 120, insets);
  expect(toScreen(fitted, 0, 0)).toEqual([100, 20]);
  expect(fitted.zoom).toBe(1);
});

test("bounds are those of the named rows, and none of nothing", () => {
  const boxes = Float32Array.of(0, 0, 10, 10, 20, 30, 10, 10, -5, 0, 1, 1);
  expect(bounds(boxes)).toEqual({ x: -5, y: 0, w: 35, h: 40 });
  expect(bounds(boxes, [1])).toEqual({ x: 20, y: 30, w: 10, h: 10 });
  expect(bounds(boxes, [])).toBeNull();
});

test("a flight begins where it is and ends exactly where it was sent", () => {
  const from = { x: 10, y: 20, zoom: 0.5 };
  const to = { x: -400, y: 30, zoom: 2 };
  expect(between(from, to, 1, 800, 600)).toEqual(to);
  const begun = between(from, to, 0, 800, 600);
  expect(begun.zoom).toBeCloseTo(0.5, 9);
  expect(begun.x).toBeCloseTo(10, 6);
  expect(begun.y).toBeCloseTo(20, 6);
});
