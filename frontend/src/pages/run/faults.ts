// The faults of a run's scenario as moments on its time axis, and their words.
import type { Fault } from "../../api/types";
import { percent, plain } from "../../numbers/format";

export interface FaultMoment {
  atS: number;
  says: string;
}

/** Each moment at which one or more faults begin or end, in order of time. */
export function faultMoments(faults: readonly Fault[]): FaultMoment[] {
  const begins = new Map<number, Fault[]>();
  const ends = new Map<number, number>();
  for (const fault of faults) {
    begins.set(fault.at_ms, [...(begins.get(fault.at_ms) ?? []), fault]);
    if (fault.until_ms !== null) ends.set(fault.until_ms, (ends.get(fault.until_ms) ?? 0) + 1);
  }
  const moments = [...begins].map(([ms, list]) => ({ atS: ms / 1e3, says: beginning(list) }));
  for (const [ms, count] of ends) {
    if (!begins.has(ms))
      moments.push({ atS: ms / 1e3, says: count === 1 ? "Cable mended" : `${count} cables mended` });
  }
  return moments.sort((one, other) => one.atS - other.atS);
}

function beginning(faults: readonly Fault[]): string {
  const shares = new Set(faults.map((fault) => fault.rate_share));
  const what = faults.length === 1 ? "one cable" : `${plain(faults.length)} cables`;
  return shares.size === 1 ? `Fault: ${what} at ${share(faults[0].rate_share)}` : `Fault: ${what} degraded`;
}

/** "25 %": no decimals where there are none. */
export function share(value: number): string {
  return `${percent(value, Number.isInteger(Number((value * 100).toFixed(6))) ? 0 : 1)} %`;
}

/** "100 of 400 Gb/s, since 15.85 s" */
export function faultLabel(
  fault: { rate_share: number },
  gbps: number | null,
  sinceS: number | null,
): string {
  const rate =
    gbps === null
      ? `at ${share(fault.rate_share)}`
      : `${plain(gbps * fault.rate_share)} of ${plain(gbps)} Gb/s`;
  return sinceS === null ? rate : `${rate}, since ${plain(sinceS)} s`;
}
