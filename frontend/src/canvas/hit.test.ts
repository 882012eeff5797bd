import fc from "fast-check";
import { expect, test } from "vitest";
import { DeviceGrid, devicesWithin, distanceSquared, nearestCable, nearestTrunk, onCurve } from "./hit";
import { gather } from "./raster/bundles";

test("the distance to a line is upright to it, and to its end beyond the end", () => {
  expect(distanceSquared(5, 3, 0, 0, 10, 0)).toBe(9);
  expect(distanceSquared(14, 3, 0, 0, 10, 0)).toBe(25);
  expect(distanceSquared(3, 4, 0, 0, 0, 0)).toBe(25);
});

test("of two cables the nearer one is found, and none out of reach", () => {
  const ends = Float32Array.of(0, 0, 100, 0, 0, 10, 100, 10);
  expect(nearestCable(ends, 50, 3, 6)).toBe(0);
  expect(nearestCable(ends, 50, 8, 6)).toBe(1);
  expect(nearestCable(ends, 50, 30, 6)).toBe(-1);
});

test("the nearest cable is the one that a look at all of them finds", () => {
  const at = fc.integer({ min: 0, max: 200 });
  const ends = fc.array(at, { minLength: 40, maxLength: 40 });
  fc.assert(
    fc.property(ends, at, at, (all, x, y) => {
      const found = nearestCable(Float32Array.from(all), x, y, 20);
      const away = [...Array(10).keys()].map((cable) =>
        distanceSquared(x, y, all[4 * cable], all[4 * cable + 1], all[4 * cable + 2], all[4 * cable + 3]),
      );
      const least = Math.min(...away);
      if (least < 400) expect(away[found]).toBeCloseTo(least, 3);
      else expect(found).toBe(-1);
    }),
  );
});

test("a curve begins and ends at its ends and is half-way in its middle", () => {
  expect(onCurve(0, 0, 100, 60, 0)).toEqual([0, 0]);
  expect(onCurve(0, 0, 100, 60, 1)).toEqual([100, 60]);
  expect(onCurve(0, 0, 100, 60, 0.5)).toEqual([50, 30]);
});

test("a trunk is found on its curve, where the straight line would miss", () => {
  const trunks = gather(Int32Array.of(0), Int32Array.of(1), Float32Array.of(0, 0, 400, 200), null);
  const [x, y] = onCurve(0, 0, 400, 200, 0.2);
  expect(nearestTrunk(trunks, true, x, y, 4)).toBe(0);
  expect(nearestTrunk(trunks, false, x, y, 4)).toBe(-1);
});

test("the device under a point is found, the later one where two overlap", () => {
  const grid = new DeviceGrid(Float32Array.of(0, 0, 300, 30, 250, 10, 200, 30, -400, -400, 10, 10));
  expect(grid.at(20, 20)).toBe(0);
  expect(grid.at(280, 20)).toBe(1);
  expect(grid.at(-395, -395)).toBe(2);
  expect(grid.at(20, 33)).toBe(-1);
  expect(grid.at(20, 33, 5)).toBe(0);
});

test("a box takes the devices that lie wholly in it", () => {
  const boxes = Float32Array.of(0, 0, 10, 10, 20, 0, 10, 10);
  expect(devicesWithin(boxes, -1, -1, 25, 20)).toEqual([0]);
});
