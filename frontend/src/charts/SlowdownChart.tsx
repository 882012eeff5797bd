// How many flows are slowed down more than x times: the complementary distribution, both axes logarithmic.
import { useCallback, useMemo } from "react";
import { Drawn } from "./Drawn";
import { drawAxes, logarithmic, type Plot, polyline, word } from "./plot";

export interface SlowdownSeries {
  name: string;
  /** Sorted slowdowns, 1 and more. */
  sorted: Float64Array;
}

const LEAST_SHARE = 0.0005;
const LEVELS: [number, string][] = [
  [1, "1"],
  [0.1, "0.1"],
  [0.01, "p99"],
  [0.001, "p99.9"],
];

export const SIZE_CLASSES: { name: string; below: number }[] = [
  { name: "under 100 kB", below: 100e3 },
  { name: "100 kB – 1 MB", below: 1e6 },
  { name: "over 1 MB", below: Number.POSITIVE_INFINITY },
];

/** Slowdowns by class of size, each sorted; a share is only drawn as far as 1 / n reaches. */
export function bySize(sizes: readonly number[], slowdowns: readonly number[]): SlowdownSeries[] {
  const classes = SIZE_CLASSES.map(() => [] as number[]);
  for (let i = 0; i < sizes.length; i++) {
    const at = SIZE_CLASSES.findIndex((one) => sizes[i] < one.below);
    classes[at].push(slowdowns[i]);
  }
  return classes.map((values, at) => ({
    name: SIZE_CLASSES[at].name,
    sorted: Float64Array.from(values).sort(),
  }));
}

function curve(sorted: Float64Array): [number, number][] {
  const n = sorted.length;
  const points: [number, number][] = [];
  const least = Math.max(LEAST_SHARE, 1 / n);
  // Even steps on the logarithm of the share: a tail of 100,000 flows needs no 100,000 points.
  for (let share = 1; share >= least; share *= 0.94) {
    points.push([Math.max(1, sorted[Math.min(n - 1, Math.floor((1 - share) * n))]), share]);
  }
  return points;
}

function draw(plot: Plot, series: readonly SlowdownSeries[]): void {
  const { g, colours, width, height } = plot;
  const left = 46;
  const [right, top, bottom] = [width - 18, 8, height - 24];
  const curves = series.map((one) => (one.sorted.length ? curve(one.sorted) : []));
  const far = Math.max(4, ...curves.map((points) => points.at(-1)?.[0] ?? 0));
  const x = logarithmic([1, far * 1.1], [left, right]);
  const y = logarithmic([LEAST_SHARE, 1], [bottom, top]);
  const xValues = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000].filter((value) => value <= far * 1.1);
  drawAxes(plot, {
    left,
    right,
    top,
    bottom,
    x,
    y,
    yTicks: LEVELS.map(([at, text]) => ({ at, text })),
    xTicks: xValues.map((at) => ({ at, text: `${at}×` })),
  });
  const styles = [
    { colour: colours.of("text-3"), dash: [2, 2], width: 1.3 },
    { colour: colours.of("text-2"), dash: [6, 3], width: 1.3 },
    { colour: colours.of("accent"), dash: [], width: 1.8 },
  ];
  for (const [i, points] of curves.entries()) {
    polyline(
      g,
      points.map(([value, share]) => [x(value), y(share)] as [number, number]),
      styles[i],
    );
    const at = top + 10 + i * 15;
    const from = right - 108;
    polyline(
      g,
      [
        [from, at],
        [from + 20, at],
      ],
      { ...styles[i], width: 1.6 },
    );
    word(plot, series[i].name, from + 26, at + 4, { colour: colours.of("text-2") });
  }
}

export function SlowdownChart({ series }: { series: readonly SlowdownSeries[] }) {
  const drawing = useCallback((plot: Plot) => draw(plot, series), [series]);
  const count = useMemo(() => series.reduce((sum, one) => sum + one.sorted.length, 0), [series]);
  return (
    <Drawn label={`Share of ${count} flows slowed down more than x times, by size of flow`} draw={drawing} />
  );
}
