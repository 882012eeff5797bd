import { expect, test, vi } from "vitest";
import { apart, knownPoints, sizeClass } from "./SlowdownChart";

vi.stubGlobal("navigator", { language: "en-US" });

test("a withheld percentile is no point of the line", () => {
  const tail = { count: 234, unit: "1", mean: 1.4, p50: 1.2, p99: 3, p999: null, p9999: null, max: 4 };
  expect(knownPoints(tail)).toEqual([
    [1, 1],
    [1.2, 0.5],
    [3, 0.01],
  ]);
});

test("classes of size say their ends", () => {
  expect([sizeClass(0, 10_000), sizeClass(100_000, 1_000_000), sizeClass(10_000_000, null)]).toEqual([
    "under 10 kB",
    "100 kB – 1 MB",
    "over 10 MB",
  ]);
});

test("ticks of the axis that have no room for their words are left out", () => {
  // 10 px a unit: 0, 34 and 70 stand 34 px or more behind the one before.
  expect(apart([0, 2, 3.4, 5, 7], (value) => 10 * value)).toEqual([0, 3.4, 7]);
});
