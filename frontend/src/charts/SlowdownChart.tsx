// How many flows are slowed down more than x times: through p50, p99, p99.9 and p99.99, both axes logarithmic.
import { useCallback } from "react";
import { bytes, plain, whole } from "../numbers/format";
import type { Tail } from "../numbers/tails";
import { Drawn } from "./Drawn";
import { drawAxes, logarithmic, type Plot, polyline, word } from "./plot";

export interface SlowdownSeries {
  name: string;
  tail: Tail;
}

const LEVELS = [
  ["p50", 0.5, "p50"],
  ["p99", 0.01, "p99"],
  ["p999", 0.001, "p99.9"],
  ["p9999", 0.0001, "p99.99"],
] as const;

const STYLES: { token: string; dash: number[]; width: number }[] = [
  { token: "accent", dash: [], width: 1.8 },
  { token: "text-2", dash: [8, 3], width: 1.4 },
  { token: "text-2", dash: [4, 3], width: 1.4 },
  { token: "text-3", dash: [2, 2], width: 1.4 },
  { token: "text-3", dash: [1, 4], width: 1.4 },
];

/** "100 kB – 1 MB", "under 10 kB", "over 10 MB" */
export function sizeClass(from: number, below: number | null): string {
  if (below === null) return `over ${bytes(from)}`;
  return from === 0 ? `under ${bytes(below)}` : `${bytes(from)} – ${bytes(below)}`;
}

/** The points that are known: no flow is faster than 1, and each percentile that is not withheld. */
export function knownPoints(tail: Tail): [number, number][] {
  const points: [number, number][] = [[1, 1]];
  for (const [key, share] of LEVELS) {
    const value = tail[key];
    if (value !== null) points.push([Math.max(1, value), share]);
  }
  return points;
}

const TICK_ROOM = 34;

/** Those of rising values that have room for their words on the axis. */
export function apart(values: readonly number[], x: (value: number) => number): number[] {
  const kept: number[] = [];
  for (const value of values) {
    const last = kept.at(-1);
    if (last === undefined || x(value) - x(last) >= TICK_ROOM) kept.push(value);
  }
  return kept;
}

function draw(plot: Plot, series: readonly SlowdownSeries[]): void {
  const { g, colours, width, height } = plot;
  const left = 46;
  const [right, top, bottom] = [width - 18, 8, height - 24];
  const curves = series.map((one) => knownPoints(one.tail));
  const far = Math.max(2, ...curves.flat().map(([value]) => value)) * 1.15;
  const least = Math.min(0.001, ...curves.flat().map(([, share]) => share));
  const x = logarithmic([1, far], [left, right]);
  const y = logarithmic([least, 1], [bottom, top]);
  const wanted = far < 3 ? [1, 1.2, 1.5, 2, 2.5] : [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 1e4, 1e5];
  drawAxes(plot, {
    left,
    right,
    top,
    bottom,
    x,
    y,
    yTicks: [
      { at: 1, text: "all" },
      // p50 lies close below "all": it is named where there is room for both.
      ...LEVELS.filter(([, share]) => share >= least).map(([, at, text]) => ({
        at,
        text: at === 0.5 && y(at) - y(1) < 13 ? "" : text,
      })),
    ],
    xTicks: apart(
      wanted.filter((value) => value <= far),
      x,
    ).map((at) => ({ at, text: `${plain(at)}×` })),
  });
  // The largest flows first: solid, in the accent.
  for (const [i, points] of [...curves.entries()].reverse()) {
    const { token, dash, width: lineWidth } = STYLES[curves.length - 1 - i] ?? STYLES[4];
    const style = { colour: colours.of(token), dash, width: lineWidth };
    const places = points.map(([value, share]) => [x(value), y(share)] as [number, number]);
    polyline(g, places, style);
    g.fillStyle = style.colour;
    for (const [px, py] of places.slice(1)) g.fillRect(px - 1.5, py - 1.5, 3, 3);
    // The names stand above p99, where the lines are still at the left.
    const at = top + 6 + (curves.length - 1 - i) * 12;
    const from = right - 108;
    polyline(
      g,
      [
        [from, at],
        [from + 20, at],
      ],
      style,
    );
    word(plot, series[i].name, from + 26, at + 4, { colour: colours.of("text-2") });
  }
}

export function SlowdownChart({ series }: { series: readonly SlowdownSeries[] }) {
  const drawing = useCallback((plot: Plot) => draw(plot, series), [series]);
  const count = series.reduce((sum, one) => sum + one.tail.count, 0);
  return (
    <Drawn
      label={`Share of ${whole(count)} flows slowed down more than x times, by size of flow`}
      draw={drawing}
    />
  );
}
