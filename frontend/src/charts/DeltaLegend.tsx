// The legend of a change: less in B to the left, more in B to the right, symmetric about zero; its ends are told.
import { whole } from "../numbers/format";

const WIDTH = 260;
const STEPS = 40;
const LESS = ["d-0", "dl-1", "dl-2", "dl-3"];
const MORE = ["d-0", "dm-1", "dm-2", "dm-3"];

function colourAt(change: number): string {
  const ramp = change < 0 ? LESS : MORE;
  const at = Math.min(1, Math.abs(change)) * 3;
  const low = Math.min(2, Math.floor(at));
  return `color-mix(in srgb, var(--${ramp[low + 1]}) ${Math.round((at - low) * 100)}%, var(--${ramp[low]}))`;
}

const ENDS = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1];

/** The round share that takes the full colour: the least that no change is beyond. */
export function deltaEnd(changes: readonly number[]): number {
  const most = changes.reduce((far, change) => Math.max(far, Number.isNaN(change) ? 0 : Math.abs(change)), 0);
  return ENDS.find((end) => most <= end + 1e-9) ?? 1;
}

/** `end` is the share of a cable's rate at which the colour is full. */
export function DeltaLegend({ end }: { end: number }) {
  const points = whole(end * 100);
  return (
    <svg
      width={WIDTH + 28}
      height={56}
      viewBox={`-8 0 ${WIDTH + 28} 56`}
      role="img"
      aria-label={`Mean utilisation, B minus A: blue is less in B, orange is more in B, full at ${points} percentage points`}
      style={{ display: "block", background: "var(--canvas)", font: "400 11px var(--font-tight)" }}
      fill="var(--text-3)"
    >
      <text x={0} y={12} fill="var(--text-2)" fontWeight={500}>
        Mean utilisation, B minus A
      </text>
      {Array.from({ length: STEPS }, (_, i) => {
        const change = ((i + 0.5) / STEPS) * 2 - 1;
        const height = 3 + Math.abs(change) * 7;
        return (
          <rect
            key={change}
            x={(i * WIDTH) / STEPS}
            y={31 - height}
            width={WIDTH / STEPS + 0.5}
            height={height}
            fill={colourAt(change)}
          />
        );
      })}
      <text x={0} y={46}>
        −{points} pp, less in B
      </text>
      <text x={WIDTH / 2} y={46} textAnchor="middle">
        0
      </text>
      <text x={WIDTH} y={46} textAnchor="end">
        +{points} pp, more in B
      </text>
    </svg>
  );
}
