// Figures with their bars, said in lines, and what decides whether a bench has held.
import { expect } from "@playwright/test";

export interface Figure {
  name: string;
  value: number;
  unit: string;
  bar?: { most?: number; least?: number };
  says?: string;
}

const holds = ({ value, bar }: Figure) =>
  !bar || (value <= (bar.most ?? value) && value >= (bar.least ?? value));

function line(figure: Figure): string {
  const { name, value, unit, bar, says = "" } = figure;
  const limit = !bar ? "watched" : bar.most !== undefined ? `at most ${bar.most}` : `at least ${bar.least}`;
  const verdict = !bar ? "" : holds(figure) ? "held" : "MISSED";
  return `${name.padEnd(44)} ${value.toFixed(2).padStart(9)} ${unit.padEnd(6)} ${limit.padEnd(15)} ${verdict.padEnd(7)}${says}`;
}

/** Say all figures; fails where one is beyond its bar. */
export function judge(title: string, figures: readonly Figure[]): void {
  console.log(`\n${title}, headless Chromium, software rendering\n${figures.map(line).join("\n")}\n`);
  const missed = figures.filter((figure) => !holds(figure)).map(({ name }) => name);
  expect(missed, "bars missed").toEqual([]);
}

/** The value that a share of all values stay at or below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
