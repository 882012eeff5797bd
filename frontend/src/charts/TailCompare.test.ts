import { expect, test } from "vitest";
import { tailPoints } from "./TailCompare";

test("all took the quickest time or longer, and one in n the slowest", () => {
  // By hand for four samples: 4/4, 3/4, 2/4, 1/4.
  expect(tailPoints(Float64Array.of(0.01, 0.02, 0.03, 0.04))).toEqual([
    [10, 1],
    [20, 0.75],
    [30, 0.5],
    [40, 0.25],
  ]);
});

test("a hundred thousand samples make a line of some hundred points", () => {
  const points = tailPoints(Float64Array.from({ length: 100_000 }, (_, i) => i + 1));
  expect(points.length).toBeLessThan(500);
  expect(points.every(([, share], i) => i === 0 || share <= points[i - 1][1])).toBe(true);
});
