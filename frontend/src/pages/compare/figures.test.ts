import { expect, test, vi } from "vitest";
import type { Figure } from "../../api/types";
import { figureRow } from "./figures";

vi.stubGlobal("navigator", { language: "en-US" });
const figure = (part: Partial<Figure>): Figure => ({
  key: "iteration_p50",
  title: "Iteration p50",
  unit: "s",
  better: "lower",
  values: [0.0311, 0.0259],
  delta_share: 0.0259 / 0.0311 - 1,
  ...part,
});

test("times are read in milliseconds, the lower one is the better one", () => {
  expect(figureRow(figure({}))).toEqual({
    key: "iteration_p50",
    title: "Iteration p50, ms",
    values: ["31.1", "25.9"],
    delta: "−16.7 %",
    sign: -1,
    best: 1,
  });
});

test("a withheld figure has no change and no better run", () => {
  const row = figureRow(figure({ values: [0.03, null], delta_share: null }));
  expect(row).toMatchObject({ values: ["30.0", "withheld"], delta: "–", sign: 0, best: null });
});

test("shares change by percentage points", () => {
  const row = figureRow(
    figure({ key: "exposed_share", unit: "1", values: [0.356, 0.225], delta_share: -0.368 }),
  );
  expect(row).toMatchObject({ title: "Iteration p50, %", values: ["35.6", "22.5"], delta: "−13.1 pp" });
});

test("bytes are read in gigabytes and a figure without a better side marks neither", () => {
  const row = figureRow(figure({ unit: "B", better: null, values: [2.13e9, 1.07e9], delta_share: -0.4977 }));
  expect(row).toMatchObject({ values: ["2.13", "1.07"], best: null });
});

test("figures that read the same have no better run, and what is equal changed by nothing", () => {
  const near = figureRow(figure({ unit: "1", values: [1.9834, 1.9801], delta_share: -0.00166 }));
  expect(near).toMatchObject({ values: ["1.98", "1.98"], delta: "−0.2 %", sign: 0, best: null });
  const none = figureRow(figure({ unit: "cables", values: [0, 0], delta_share: null }));
  expect(none).toMatchObject({ delta: "0", best: null });
  const first = figureRow(figure({ unit: "cables", values: [0, 3], delta_share: null }));
  expect(first).toMatchObject({ delta: "+3", best: 0 });
  const less = figureRow(figure({ unit: "1", values: [1.98, 1.9798], delta_share: -0.0001 }));
  expect(less.delta).toBe("0.0 %");
});
