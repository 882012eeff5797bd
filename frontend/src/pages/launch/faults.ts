// The faults of a scenario: a cable that is slow or down, a switch that is down.
import type { Fault } from "../../api/types";

/** What is broken, and how much of it is left. */
export type Broken = Pick<Fault, "cable" | "switch" | "rate_share">;

const SLOW_SHARE = 0.25;

export const slowCable = (cable: string, rate_share = SLOW_SHARE): Broken => ({
  cable,
  switch: null,
  rate_share,
});
export const downCable = (cable: string): Broken => slowCable(cable, 0);
export const downSwitch = (device: string): Broken => ({ cable: null, switch: device, rate_share: 0 });

export const isDown = (fault: Broken): boolean => fault.rate_share === 0;

/** The cable or the switch that a fault is of. */
export const brokenId = ({ cable, switch: device }: Broken): string => cable ?? device ?? "";

export const isBroken = (faults: readonly Broken[], id: string): boolean =>
  faults.some((fault) => brokenId(fault) === id);

/** One fault more, from a moment on and for good; none where the same thing is broken already. */
export function withFault(faults: Fault[], broken: Broken, at_ms: number): Fault[] {
  if (isBroken(faults, brokenId(broken))) return faults;
  return [...faults, { ...broken, at_ms, until_ms: null }];
}

/** The address of a fabric's run panel with the settings of a run and one cable broken. */
export function breakHref(fabric: string, run: string, { cable, rate_share }: Broken): string {
  const search = new URLSearchParams({ run, fault: cable ?? "", share: String(rate_share) });
  return `/f/${fabric}?${search}`;
}

/** What such an address asks to be broken. */
export function brokenIn(search: URLSearchParams): Broken | null {
  const cable = search.get("fault");
  const share = Number(search.get("share") ?? SLOW_SHARE);
  return cable ? slowCable(cable, share >= 0 && share < 1 ? share : SLOW_SHARE) : null;
}
