// Two distributions as the share that took t or longer, the share on a logarithmic axis; drawn as SVG for print too.
import { useElementSize } from "@mantine/hooks";
import { fixed, measure, whole } from "../numbers/format";
import { percentile, SAMPLES_NEEDED } from "../numbers/tails";
import { linear, logarithmic, ticks } from "./plot";

interface Props {
  /** Sorted lengths in seconds, A then B. */
  samples: readonly [Float64Array, Float64Array];
  name: string;
}

const LEVELS: readonly [number, string][] = [
  [1, "all"],
  [0.5, "p50"],
  [0.1, "p90"],
  [0.01, "p99"],
  [0.001, "p99.9"],
];

/** Points (time in ms, share of the sample that took as long or longer), as far as 1 / n reaches. */
export function tailPoints(sorted: Float64Array): [number, number][] {
  const n = sorted.length;
  const points: [number, number][] = [];
  let last = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    const share = (n - i) / n;
    // Even steps of the logarithm are enough for a line.
    if (last / share < 1.03 && i < n - 1) continue;
    last = share;
    points.push([sorted[i] * 1e3, share]);
  }
  return points;
}

export function TailCompare({ samples, name }: Props) {
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const [a, b] = samples.map(tailPoints);
  const all = [...a, ...b];
  const ready = width > 80 && height > 60 && a.length > 0 && b.length > 0;
  return (
    <div ref={ref} style={{ minHeight: 0, minWidth: 0, overflow: "hidden" }}>
      {ready && <Figure a={a} b={b} all={all} width={width} height={height} samples={samples} name={name} />}
    </div>
  );
}

interface FigureProps extends Props {
  a: [number, number][];
  b: [number, number][];
  all: [number, number][];
  width: number;
  height: number;
}

function Figure({ a, b, all, width, height, samples, name }: FigureProps) {
  const [left, right, top, bottom] = [50, width - 24, 8, height - 24];
  const low = Math.min(...all.map(([value]) => value));
  const high = Math.max(...all.map(([value]) => value));
  const room = (high - low) * 0.06 || high * 0.02;
  const least = Math.min(0.01, 1 / Math.max(samples[0].length, samples[1].length));
  const x = linear([Math.max(0, low - room), high + room], [left, right]);
  const y = logarithmic([least, 1], [bottom, top]);
  const path = (points: [number, number][]) =>
    points
      .map(([value, share], i) => `${i ? "L" : "M"}${x(value).toFixed(1)} ${y(share).toFixed(1)}`)
      .join("");
  const values = ticks(x.domain, Math.max(2, Math.floor((right - left) / 90)));
  const places = values.length > 1 ? Math.max(0, -Math.floor(Math.log10(values[1] - values[0]) + 1e-9)) : 1;
  const letterAt = (points: [number, number][]) => points[Math.floor(points.length * 0.55)];
  const [atA, atB] = [letterAt(a), letterAt(b)];
  const areNear = Math.abs(x(atA[0]) - x(atB[0])) < 16 && Math.abs(y(atA[1]) - y(atB[1])) < 16;
  const canSpan = samples.every((sample) => sample.length >= SAMPLES_NEEDED.p99);
  const [p99a, p99b] = samples.map((sample) => percentile(sample, 0.99) * 1e3);
  const gap = Math.abs(p99a - p99b);
  const showsGap = canSpan && Math.abs(x(p99a) - x(p99b)) > 90 && least <= 0.01;
  const middle = (x(p99a) + x(p99b)) / 2;
  return (
    <svg
      width={width}
      height={height}
      role="img"
      aria-label={`${name}: share of iterations that took t or longer, in A and B`}
      style={{ display: "block", font: "400 11px var(--font-tight)" }}
      fill="var(--text-3)"
    >
      {LEVELS.filter(([share]) => share >= least).map(([share, text]) => (
        <g key={text}>
          <line
            x1={left}
            x2={right}
            y1={Math.round(y(share)) + 0.5}
            y2={Math.round(y(share)) + 0.5}
            stroke="var(--line)"
          />
          <text x={left - 8} y={y(share) + 4} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      <line x1={left} x2={right} y1={bottom + 0.5} y2={bottom + 0.5} stroke="var(--line-2)" />
      {values.map((value, i) => (
        <text key={value} x={x(value)} y={bottom + 16} textAnchor="middle">
          {fixed(value, places)}
          {i === values.length - 1 ? " ms" : ""}
        </text>
      ))}
      <path d={path(a)} fill="none" stroke="var(--series-a)" strokeWidth={1.6} strokeDasharray="6 3" />
      <path d={path(b)} fill="none" stroke="var(--series-b)" strokeWidth={2} />
      {(
        [
          ["A", a, "var(--series-a)"],
          ["B", b, "var(--series-b)"],
        ] as const
      ).map(([letter, points, colour]) => {
        const [value, share] = letterAt(points);
        // Two lines that lie on each other have their letters on either side.
        const isLeft = letter === "A" && areNear;
        return (
          <text
            key={letter}
            x={x(value) + (isLeft ? -8 : 8)}
            y={y(share) - 4}
            textAnchor={isLeft ? "end" : "start"}
            fill={colour}
            fontWeight={500}
            fontSize={13}
          >
            {letter}
          </text>
        );
      })}
      {showsGap && (
        <g>
          <line x1={x(p99a)} x2={x(p99b)} y1={y(0.01)} y2={y(0.01)} stroke="var(--text-2)" />
          <rect x={middle - 40} y={y(0.01) - 9} width={80} height={18} fill="var(--panel)" />
          <text x={middle} y={y(0.01) + 4} textAnchor="middle" fill="var(--text-1)" fontWeight={500}>
            {measure(gap)} ms at p99
          </text>
        </g>
      )}
    </svg>
  );
}

/** "240 iterations each", or both counts. */
export function countWords(samples: readonly [ArrayLike<number>, ArrayLike<number>]): string {
  const [a, b] = samples.map((sample) => sample.length);
  return a === b ? `${whole(a)} iterations each` : `${whole(a)} iterations in A, ${whole(b)} in B`;
}
