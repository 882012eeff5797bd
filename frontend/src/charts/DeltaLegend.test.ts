import { expect, test } from "vitest";
import { deltaEnd } from "./DeltaLegend";

test("the scale of a change ends at the least round share that no cable is beyond", () => {
  expect(deltaEnd([0.08, -0.306, 0.19])).toBe(0.5);
  expect(deltaEnd([0.08, -0.3, Number.NaN])).toBe(0.3);
  expect(deltaEnd([-1])).toBe(1);
});

test("where nothing changed the scale still has two ends", () => {
  expect(deltaEnd([0, Number.NaN])).toBe(0.02);
  expect(deltaEnd([])).toBe(0.02);
});
