// The run so far of one cable: a line of 57 × 16 px, the fault as a tick, the present as a square.
import { memo } from "react";

interface Props {
  /** Shares 0..1 in time. */
  values: readonly number[];
  /** Where a fault began, 0..1 of the width. */
  faultAt: number | null;
}

export const Sparkline = memo(function Sparkline({ values, faultAt }: Props) {
  if (!values.length) return <svg width={57} height={16} aria-hidden="true" />;
  const y = (share: number) => 14.5 - share * 13;
  const step = values.length > 1 ? 54 / (values.length - 1) : 54;
  const path = values
    .map((share, i) => `${i ? "L" : "M"}${(i * step).toFixed(1)} ${y(share).toFixed(1)}`)
    .join("");
  const now = values[values.length - 1];
  return (
    <svg width={57} height={16} style={{ display: "block" }} aria-hidden="true">
      {faultAt !== null && (
        <path d={`M${Math.round(faultAt * 54) + 0.5} 1V16`} stroke="var(--fault)" strokeWidth={1} />
      )}
      <path d={path} fill="none" stroke="var(--text-2)" strokeWidth={1} />
      <rect
        x={54}
        y={y(now) - 1.5}
        width={3}
        height={3}
        fill={now >= 0.9 ? "var(--u-hot)" : "var(--text-2)"}
      />
    </svg>
  );
});
