// The legend of a change: less in B to the left, more in B to the right, symmetric about zero.

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

export function DeltaLegend() {
  return (
    <svg
      width={WIDTH + 28}
      height={56}
      viewBox={`-8 0 ${WIDTH + 28} 56`}
      role="img"
      aria-label="Mean utilisation, B minus A: blue is less in B, orange is more in B"
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
        −100 pp, less in B
      </text>
      <text x={WIDTH / 2} y={46} textAnchor="middle">
        0
      </text>
      <text x={WIDTH} y={46} textAnchor="end">
        +100 pp, more in B
      </text>
    </svg>
  );
}
