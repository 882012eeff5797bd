// The faults of a run's scenario as moments on its time axis, and their words.
import type { Fault } from "../../api/types";
import { percent, plain } from "../../numbers/format";

export interface FaultMoment {
  atS: number;
  says: string;
}

/** Each moment at which one or more faults begin or end, in order of time. */
export function faultMoments(faults: readonly Fault[]): FaultMoment[] {
  const begins = byMoment(faults, (fault) => fault.at_ms);
  const ends = byMoment(faults, (fault) => fault.until_ms);
  const moments = [...begins].map(([ms, list]) => ({ atS: ms / 1e3, says: beginning(list) }));
  for (const [ms, list] of ends) {
    if (!begins.has(ms)) moments.push({ atS: ms / 1e3, says: ending(list) });
  }
  return moments.sort((one, other) => one.atS - other.atS);
}

function byMoment(faults: readonly Fault[], momentOf: (fault: Fault) => number | null): Map<number, Fault[]> {
  const moments = new Map<number, Fault[]>();
  for (const fault of faults) {
    const ms = momentOf(fault);
    if (ms !== null) moments.set(ms, [...(moments.get(ms) ?? []), fault]);
  }
  return moments;
}

/** "one cable", "3 switches" */
function many(count: number, one: string, more: string): string {
  return count === 1 ? `one ${one}` : `${plain(count)} ${more}`;
}

const cablesOf = (faults: readonly Fault[]): Fault[] => faults.filter((fault) => fault.cable !== null);

function beginning(faults: readonly Fault[]): string {
  const cables = cablesOf(faults);
  const shares = new Set(cables.map((fault) => fault.rate_share));
  const parts = [];
  if (cables.length) {
    const how = shares.size > 1 ? "degraded" : faultShare(cables[0]);
    parts.push(`${many(cables.length, "cable", "cables")} ${how}`);
  }
  const switches = faults.length - cables.length;
  if (switches) parts.push(`${many(switches, "switch", "switches")} down`);
  return `Fault: ${parts.join(", ")}`;
}

function ending(faults: readonly Fault[]): string {
  const cables = cablesOf(faults).length;
  const switches = faults.length - cables;
  const parts = [];
  if (cables) parts.push(cables === 1 ? "cable mended" : `${plain(cables)} cables mended`);
  if (switches) parts.push(switches === 1 ? "switch back" : `${plain(switches)} switches back`);
  const says = parts.join(", ");
  return says.charAt(0).toUpperCase() + says.slice(1);
}

/** "down", "at 25 %" */
export function faultShare({ rate_share }: Pick<Fault, "rate_share">): string {
  return rate_share === 0 ? "down" : `at ${share(rate_share)}`;
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
    gbps === null || fault.rate_share === 0
      ? faultShare(fault)
      : `${plain(gbps * fault.rate_share)} of ${plain(gbps)} Gb/s`;
  return sinceS === null ? rate : `${rate}, since ${plain(sinceS)} s`;
}
