// A switch or server from the front, in small: a square for every port, a block for every GPU, to be counted.
import type { PortBlock } from "../api/types";

interface Props {
  kind: "switch" | "server";
  ports: readonly PortBlock[];
  gpus: number;
  label: string;
}

const WIDTH = 320;
const MOST_PORTS = 320;
const MOST_GPUS = 72;

interface Square {
  x: number;
  y: number;
  size: number;
  unknown: boolean;
}

/** Columns of ports, two above each other, four where there are many; a gap between ports of two kinds. */
function squaresOf(ports: readonly PortBlock[], width: number): { squares: Square[]; height: number } {
  const groups: { count: number; gbps: number | null }[] = [];
  for (const { count, gbps } of ports) {
    const last = groups.at(-1);
    if (last && last.gbps === gbps) last.count += count;
    else groups.push({ count, gbps });
  }
  const all = groups.reduce((sum, { count }) => sum + count, 0);
  const rows = all > 64 ? 4 : all > 8 ? 2 : 1;
  const columns = groups.reduce((sum, { count }) => sum + Math.ceil(Math.min(count, MOST_PORTS) / rows), 0);
  const step = Math.min(14, (width - 6 * (groups.length - 1)) / Math.max(1, columns));
  const squares: Square[] = [];
  let left = 0;
  for (const { count, gbps } of groups) {
    const shown = Math.min(count, MOST_PORTS);
    for (let port = 0; port < shown; port++) {
      const [column, row] = [Math.floor(port / rows), port % rows];
      squares.push({ x: left + column * step, y: row * step, size: step * 0.74, unknown: gbps === null });
    }
    left += Math.ceil(shown / rows) * step + 6;
  }
  return { squares, height: rows * step };
}

export function DeviceFront({ kind, ports, gpus, label }: Props) {
  const shownGpus = Math.min(gpus, MOST_GPUS);
  const gpuColumns = shownGpus > 16 ? 18 : 8;
  const gpuRows = Math.ceil(shownGpus / gpuColumns);
  const gpuStep = (WIDTH - 24) / gpuColumns;
  const gpuHeight = shownGpus > 16 ? 12 : 22;
  const { squares, height } = squaresOf(ports, WIDTH - 24);
  const top = gpuRows ? gpuRows * (gpuHeight + 4) + 8 : 0;
  const whole = top + Math.max(height, 10) + 20;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${whole}`} width="100%" role="img" aria-label={label}>
      <rect
        x="0.500"
        y="0.500"
        width={WIDTH - 1}
        height={whole - 1}
        fill="var(--device)"
        stroke="var(--device-edge)"
      />
      <rect
        x="0.500"
        y="0.500"
        width={WIDTH - 1}
        height="2"
        fill={kind === "switch" ? "var(--tier-1)" : "var(--tier-0)"}
      />
      {Array.from({ length: shownGpus }, (_, gpu) => ({
        x: 12 + (gpu % gpuColumns) * gpuStep,
        y: 11 + Math.floor(gpu / gpuColumns) * (gpuHeight + 4),
      })).map(({ x, y }) => (
        <rect
          key={`${x} ${y}`}
          x={x}
          y={y}
          width={gpuStep - 4}
          height={gpuHeight}
          fill="var(--sunken)"
          stroke="var(--line-2)"
        />
      ))}
      {squares.map(({ x, y, size, unknown }) => (
        <rect
          key={`${x} ${y}`}
          x={12 + x}
          y={11 + top + y}
          width={size}
          height={size}
          fill={unknown ? "none" : "color-mix(in srgb, var(--tier-1) 30%, var(--device))"}
          stroke="var(--tier-1)"
          strokeWidth="0.8"
          strokeDasharray={unknown ? "2 2" : undefined}
        />
      ))}
    </svg>
  );
}
