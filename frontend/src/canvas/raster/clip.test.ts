import fc from "fast-check";
import { expect, test } from "vitest";
import { clip, kept } from "./clip";

test("a line across the whole rectangle keeps the share inside", () => {
  expect(clip(-100, 50, 200, 50, 0, 0, 100, 100)).toBe(true);
  expect([...kept]).toEqual([1 / 3, 2 / 3]);
});

test("a line inside is kept whole", () => {
  expect(clip(10, 10, 20, 90, 0, 0, 100, 100)).toBe(true);
  expect([...kept]).toEqual([0, 1]);
});

test("a line past a corner is not drawn", () => {
  expect(clip(-50, 40, 40, -60, 0, 0, 100, 100)).toBe(false);
});

test("an upright line outside is not drawn, on the edge it is", () => {
  expect(clip(101, 0, 101, 50, 0, 0, 100, 100)).toBe(false);
  expect(clip(100, 0, 100, 50, 0, 0, 100, 100)).toBe(true);
});

test("what is kept is what a walk along the line finds inside", () => {
  const at = fc.integer({ min: -300, max: 300 });
  fc.assert(
    fc.property(at, at, at, at, (x1, y1, x2, y2) => {
      const drawn = clip(x1, y1, x2, y2, 0, 0, 100, 80);
      const [enter, leave] = kept;
      for (let step = 0; step <= 100; step++) {
        const share = step / 100;
        const x = x1 + share * (x2 - x1);
        const y = y1 + share * (y2 - y1);
        const inside = x > 1e-6 && x < 100 - 1e-6 && y > 1e-6 && y < 80 - 1e-6;
        if (inside) expect(drawn && share >= enter - 1e-9 && share <= leave + 1e-9).toBe(true);
      }
    }),
  );
});
