// A small drawing of a fabric from the counts of its tiers: rows of switches, and its hosts at the bottom.
import { useMemo } from "react";

interface Props {
  /** Switches a tier, from the hosts upwards. */
  tiers: readonly number[];
  hosts: number;
  width: number;
  height: number;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const MOST_BOXES = 32;

function rowOf(count: number, y: number, width: number, height: number, widest: number): Box[] {
  const shown = Math.min(count, MOST_BOXES);
  const step = width / shown;
  const box = Math.min(widest, step * 0.68);
  return Array.from({ length: shown }, (_, i) => ({ x: step * (i + 0.5) - box / 2, y, width: box, height }));
}

export function TierDrawing({ tiers, hosts, width, height }: Props) {
  const rows = useMemo(() => {
    const top = [...tiers].reverse();
    const all = hosts ? [...top, hosts] : top;
    const gap = (height - 16) / Math.max(1, all.length);
    return all.map((count, i) => {
      const isHosts = hosts > 0 && i === all.length - 1;
      return rowOf(count, 8 + gap * (i + 0.3), width, isHosts ? 14 : 8, isHosts ? 7 : 34);
    });
  }, [tiers, hosts, width, height]);
  const lines: string[] = [];
  for (let i = 0; i + 1 < rows.length; i++) {
    const [upper, lower] = [rows[i], rows[i + 1]];
    const isHosts = hosts > 0 && i + 2 === rows.length;
    for (const [l, low] of lower.entries()) {
      for (const [u, up] of upper.entries()) {
        // A host hangs on the switches above it; switches of two tiers meet each other.
        if (isHosts && Math.abs(u / upper.length - l / lower.length) > 0.16) continue;
        lines.push(`M${low.x + low.width / 2} ${low.y}L${up.x + up.width / 2} ${up.y + up.height}`);
      }
    }
  }
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
      style={{ maxWidth: "100%" }}
    >
      <path
        d={lines.join("")}
        stroke="var(--cable-rest)"
        strokeWidth={lines.length > 400 ? 0.3 : 0.6}
        fill="none"
      />
      {rows.flat().map((box) => (
        <rect
          key={`${box.x} ${box.y}`}
          x={box.x}
          y={box.y}
          width={box.width}
          height={box.height}
          fill="var(--device)"
          stroke="var(--device-edge)"
        />
      ))}
    </svg>
  );
}
