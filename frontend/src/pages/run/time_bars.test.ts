import { expect, test } from "vitest";
import type { Moment } from "./feed";
import { barsOf, gapsOf } from "./TimeBar";

const moments = (means: number[]): Moment[] =>
  means.map((mean, i) => ({ mean, frame: { simulatedS: i } }) as unknown as Moment);

test("frames with room stand for themselves", () => {
  const bars = barsOf(moments([0.1, 0.4, 0.2]), (at) => 10 * at);
  expect(bars).toEqual([
    { at: 0, mean: 0.1 },
    { at: 10, mean: 0.4 },
    { at: 20, mean: 0.2 },
  ]);
});

test("close frames are told by their fullest, so that a load that comes and goes does not fade away", () => {
  // One full frame in every three, as of iterations of three frames.
  const bars = barsOf(moments(Array.from({ length: 600 }, (_, i) => (i % 3 ? 0.02 : 0.4))), (at) => 1.7 * at);
  expect(bars).toHaveLength(150);
  expect(new Set(bars.map(({ mean }) => mean))).toEqual(new Set([0.4]));
});

test("where the record has a hole it is found, and an even record has none", () => {
  const at = (times: number[]): Moment[] =>
    times.map((simulatedS) => ({ mean: 0, frame: { simulatedS } }) as unknown as Moment);
  expect(gapsOf(at([0.1, 0.2, 0.3, 0.4, 5, 5.1]))).toEqual([[0.4, 5]]);
  expect(gapsOf(at([1, 2, 3, 4]))).toEqual([]);
  expect(gapsOf([])).toEqual([]);
});
