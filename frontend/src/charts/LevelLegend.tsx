// The legend of the ramp is a chart: how many cables stand at each level; a rule stands at 90 %.
import { whole } from "../numbers/format";

const WIDTH = 300;
const ROOM = 26;
const BASE = 48;

/** The ramp's colour at a level, mixed between its steps of ten per cent. */
export function rampColour(share: number): string {
  if (share >= 0.9) return "var(--u-hot)";
  const step = Math.min(9, share * 10);
  const low = Math.floor(step);
  const part = Math.round((step - low) * 100);
  return `color-mix(in srgb, var(--u-${Math.min(90, (low + 1) * 10)}) ${part}%, var(--u-${low * 10}))`;
}

export function LevelLegend({ counts, hot }: { counts: readonly number[]; hot: number }) {
  const most = Math.max(1, ...counts);
  const step = WIDTH / counts.length;
  const rule = WIDTH * 0.9;
  return (
    <svg
      width={WIDTH + 28}
      height={84}
      viewBox={`-8 0 ${WIDTH + 28} 84`}
      role="img"
      aria-label={`Utilisation of cables: ${whole(hot)} at 90 % or more`}
      style={{ display: "block", background: "var(--canvas)", font: "400 11px var(--font-tight)" }}
    >
      <text x={0} y={12} fill="var(--text-2)" fontWeight={500}>
        Utilisation, cables per 5 %
      </text>
      <text x={WIDTH} y={12} fill="var(--u-hot)" fontWeight={500} textAnchor="end">
        {whole(hot)} at 90 % or more
      </text>
      {counts.map((count, i) => {
        const share = (i + 0.5) / counts.length;
        // Square root: one hot cable among a thousand is still seen.
        const height = count ? Math.max(1.5, Math.sqrt(count / most) * ROOM) : 0;
        return (
          <g key={share} fill={rampColour(share)}>
            <rect x={i * step} y={BASE - height} width={step - 1} height={height} />
            <rect x={i * step} y={BASE + 2} width={step - 1} height={6} />
          </g>
        );
      })}
      <line
        x1={rule}
        x2={rule}
        y1={BASE - ROOM + 2}
        y2={BASE + 12}
        stroke="var(--u-hot)"
        strokeDasharray="2 2"
      />
      {[0, 20, 40, 60, 80, 100].map((level) => (
        <g key={level}>
          <line
            x1={(level / 100) * WIDTH}
            x2={(level / 100) * WIDTH}
            y1={BASE + 9}
            y2={BASE + 12}
            stroke="var(--line-2)"
          />
          <text x={(level / 100) * WIDTH} y={BASE + 24} fill="var(--text-3)" textAnchor="middle">
            {level === 100 ? "100 %" : level}
          </text>
        </g>
      ))}
    </svg>
  );
}
