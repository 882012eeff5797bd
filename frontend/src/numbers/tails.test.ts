import { expect, test, vi } from "vitest";
import { percentile, read, type Tail } from "./tails";

vi.stubGlobal("navigator", { language: "en-US" });

const tail: Tail = {
  count: 234,
  unit: "s",
  mean: 0.0313,
  p50: 0.0312,
  p99: 0.0326,
  p999: null,
  p9999: null,
  max: 0.0431,
};

test("seconds are read as milliseconds", () => {
  expect(read(tail, "p99")).toMatchObject({ shown: true, text: "32.6", count: 234 });
});

test("a withheld percentile says how many samples it has and how many it needs", () => {
  expect(read(tail, "p999")).toEqual({
    shown: false,
    count: 234,
    needed: 1000,
    text: "withheld: 234 of 1,000 samples",
  });
});

test("a slowdown is read as it is", () => {
  expect(read({ ...tail, unit: "1", p50: 1.25 }, "p50")).toMatchObject({ text: "1.25" });
});

test("a percentile lies between its neighbours by their distance", () => {
  // By hand: position (5 - 1) * 0.99 = 3.96 between 4 and 10.
  expect(percentile([1, 2, 3, 4, 10], 0.99)).toBeCloseTo(4 + 6 * 0.96, 12);
  expect(percentile([7], 0.5)).toBe(7);
});
