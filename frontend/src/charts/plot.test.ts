import { expect, test } from "vitest";
import { linear, logarithmic, ticks } from "./plot";

test("a linear scale maps ends to ends", () => {
  const scale = linear([20, 45], [200, 0]);
  expect([scale(20), scale(45), scale(32.5)]).toEqual([200, 0, 100]);
});

test("a logarithmic scale gives each power of ten the same room, and what lies below it the lower end", () => {
  const scale = logarithmic([0.001, 1], [300, 0]);
  expect([scale(1), scale(0.1), scale(0.01), scale(0.001), scale(0)].map(Math.round)).toEqual([
    0, 100, 200, 300, 300,
  ]);
});

test("ticks are round and lie between the ends", () => {
  expect(ticks([0, 34.2], 7)).toEqual([0, 5, 10, 15, 20, 25, 30]);
  expect(ticks([24.1, 27.9], 4)).toEqual([25, 26, 27]);
  expect(ticks([3, 3], 4)).toEqual([3]);
});
