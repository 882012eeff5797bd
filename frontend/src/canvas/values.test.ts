import { expect, test } from "vitest";
import { changeBytes, histogram, largerDirection } from "./values";

test("a cable shows its busier direction; one that is unknown does not count", () => {
  const bytes = Uint8Array.of(10, 200, 200, 10, 255, 30, 30, 255, 255, 255);
  expect([...largerDirection(bytes)]).toEqual([200, 200, 30, 30, 255]);
});

test("a change of nothing is in the middle; what nobody knows stays unknown", () => {
  expect([...changeBytes([0, 1, -1, 2, Number.NaN])]).toEqual([127, 254, 0, 254, 255]);
});

test("a change has its full colour where the scale ends, and none beyond it", () => {
  expect([...changeBytes([0.2, -0.2, 0.1, 0.9], 0.2)]).toEqual([254, 0, 191, 254]);
});

test("cables are counted per 5 %, hot ones from 90 % on", () => {
  // 254 is 100 %: 0.05 * 254 = 12.7, so 12 is below 5 % and 13 is not; 0.9 * 254 = 228.6.
  const { bins, hot, unknown, total } = histogram(Uint8Array.of(0, 12, 13, 228, 229, 254, 255));
  expect(bins[0]).toBe(2);
  expect(bins[1]).toBe(1);
  expect(bins[17]).toBe(1);
  expect(bins[18]).toBe(1);
  expect(bins[19]).toBe(1);
  expect({ hot, unknown, total }).toEqual({ hot: 2, unknown: 1, total: 7 });
});
