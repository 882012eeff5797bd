// Iteration time over simulated time: a point an iteration, the running median as a line, faults as flags.
import { useCallback } from "react";
import { fixed, measure, whole } from "../numbers/format";
import { percentile } from "../numbers/tails";
import { Drawn } from "./Drawn";
import { crisp, drawAxes, flag, hatch, linear, type Plot, polyline, ticks, word } from "./plot";

export interface IterationPoint {
  endS: number;
  seconds: number;
}

interface Props {
  points: readonly IterationPoint[];
  /** Simulated moments at which a fault begins or ends, with the words of the flag. */
  faults: readonly { atS: number; says: string }[];
  /** Iterations still to come; 0 when the run has ended. */
  toGo: number;
  /** Simulated time of the frame that is shown. */
  cursorS: number | null;
}

const HALF_WINDOW = 25; // the line is the median of 50 iterations
const MOST_POINTS = 4000;
const MANY_POINTS = 500;

/** Cut the points at the faults: a median must not look across one. */
function segments(points: readonly IterationPoint[], cuts: readonly number[]): IterationPoint[][] {
  const parts: IterationPoint[][] = [[]];
  let cut = 0;
  for (const point of points) {
    while (cut < cuts.length && point.endS > cuts[cut]) {
      parts.push([]);
      cut++;
    }
    parts[parts.length - 1].push(point);
  }
  return parts.filter((part) => part.length > 0);
}

function median(part: readonly IterationPoint[], from: number, until: number): number {
  const sample = part
    .slice(Math.max(0, from), until)
    .map((point) => point.seconds)
    .sort((a, b) => a - b);
  return percentile(sample, 0.5) * 1e3;
}

/** The range of the axis: from below the least to above the greatest, on round values. */
function rangeOf(points: readonly IterationPoint[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  for (const { seconds } of points) {
    low = Math.min(low, seconds * 1e3);
    high = Math.max(high, seconds * 1e3);
  }
  const room = Math.max((high - low) * 0.25, high * 0.02);
  const step = ticks([Math.max(0, low - room), high + room], 4);
  const size = step.length > 1 ? step[1] - step[0] : 1;
  return [Math.max(0, Math.floor((low - room) / size) * size), Math.ceil((high + room) / size) * size];
}

function drawEmpty(plot: Plot): void {
  const left = 44;
  const [right, top, bottom] = [plot.width - 20, 14, plot.height - 24];
  const x = linear([0, 1], [left, right]);
  const y = linear([0, 1], [bottom, top]);
  drawAxes(plot, {
    left,
    right,
    top,
    bottom,
    x,
    y,
    xTicks: [],
    yTicks: [
      { at: 0, text: "0" },
      { at: 1, text: "" },
    ],
  });
  word(plot, "ms", left - 8, top + 4, { align: "right" });
  hatch(plot, left, top, right - left, bottom - top);
  word(plot, "a point an iteration, from the first that ends", left + 12, (top + bottom) / 2, {
    colour: plot.colours.of("text-2"),
  });
}

export function drawIterations(plot: Plot, { points, faults, toGo, cursorS }: Props): void {
  if (!points.length) {
    drawEmpty(plot);
    return;
  }
  const { g, colours, width, height } = plot;
  const left = 44;
  const [right, top, bottom] = [width - 20, 16, height - 24];
  const now = points[points.length - 1].endS;
  const mean = now / points.length;
  const end = toGo > 0 ? now + toGo * mean : now;
  const [low, high] = rangeOf(points);
  const x = linear([0, end], [left, right]);
  const y = linear([low, high], [bottom, top]);
  const yTicks = ticks([low, high], Math.max(2, Math.floor((bottom - top) / 28)));
  const xTicks = ticks([0, end], Math.max(2, Math.floor((right - left) / 110)));
  const places = (values: number[]) =>
    values.length > 1 ? Math.max(0, -Math.floor(Math.log10(values[1] - values[0]) + 1e-9)) : 0;
  drawAxes(plot, {
    left,
    right,
    top,
    bottom,
    x,
    y,
    yTicks: yTicks.map((at) => ({ at, text: fixed(at, places(yTicks)) })),
    // The unit stands at the end of the axis: no value is written under it.
    xTicks: xTicks.map((at) => ({ at, text: x(at) > right - 68 ? "" : fixed(at, places(xTicks)) })),
  });
  word(plot, "ms", left - 8, top - 6, { align: "right" });
  word(plot, "s, simulated", right, bottom + 16, { align: "right" });
  if (toGo > 0) {
    hatch(plot, x(now), top, right - x(now), bottom - top);
    const says = `${whole(toGo)} iterations to go`;
    if (right - x(now) > 130) {
      g.fillStyle = colours.of("panel");
      g.fillRect(x(now) + 6, bottom - 22, 118, 17);
      word(plot, says, x(now) + 10, bottom - 9);
    }
  }
  g.fillStyle = colours.of("text-3");
  const stride = Math.max(1, Math.ceil(points.length / MOST_POINTS));
  // Few points are drawn larger: one that stands out must not be taken for dust.
  const size = points.length > MANY_POINTS ? 1.6 : 3;
  for (let i = 0; i < points.length; i += stride)
    g.fillRect(x(points[i].endS) - size / 2, y(points[i].seconds * 1e3) - size / 2, size, size);
  for (const part of segments(
    points,
    faults.map((fault) => fault.atS).sort((a, b) => a - b),
  )) {
    if (part.length < 8) continue;
    const step = Math.max(1, Math.floor(part.length / 200));
    const line: [number, number][] = [];
    for (let i = 0; i < part.length; i += step) {
      line.push([x(part[i].endS), y(median(part, i - HALF_WINDOW, i + HALF_WINDOW))]);
    }
    polyline(g, line, { colour: colours.of("accent"), width: 2 });
    const whole50 = median(part, 0, part.length);
    const at = Math.min(x(part[0].endS) + 6, right - 60);
    word(plot, `p50 ${measure(whole50)}`, at, y(whole50) - 9, {
      colour: colours.of("accent"),
      weight: 500,
      ground: "panel",
    });
  }
  for (const fault of faults) {
    if (fault.atS > now && toGo <= 0) continue;
    const at = x(fault.atS);
    flag(plot, at, top - 8, bottom);
    const nearEnd = right - at < 150;
    word(plot, fault.says, at + (nearEnd ? -8 : 8), top - 1, {
      colour: colours.of("fault"),
      weight: 500,
      align: nearEnd ? "right" : "left",
    });
  }
  if (cursorS !== null) {
    const at = crisp(x(Math.min(cursorS, end)));
    polyline(
      g,
      [
        [at, top],
        [at, bottom],
      ],
      { colour: colours.of("text-2") },
    );
  }
}

export function axisStart(points: readonly IterationPoint[]): number {
  return points.length ? rangeOf(points)[0] : 0;
}

export function IterationChart(props: Props) {
  const { points, faults, toGo, cursorS } = props;
  const draw = useCallback(
    (plot: Plot) => drawIterations(plot, { points, faults, toGo, cursorS }),
    [points, faults, toGo, cursorS],
  );
  const words = points.length
    ? `Iteration time over simulated time, ${whole(points.length)} iterations${faults.length ? `, ${faults.map((fault) => fault.says).join(", ")}` : ""}`
    : "Iteration time over simulated time, no iteration has ended yet";
  return <Drawn label={words} draw={draw} />;
}
