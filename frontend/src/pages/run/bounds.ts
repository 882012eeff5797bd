// The bounds of jobs; jobs that are bounded alike, and take as long, are told of together.
import type { JobSummary } from "../../api/types";
import { milliseconds } from "../../numbers/format";

type Bound = NonNullable<JobSummary["bound"]>;

export interface Bounded {
  /** "job 1 and job 2" */
  called: string;
  bound: Bound;
  /** How long the median collective took. */
  medianS: number | null;
}

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat("en", { type: "conjunction" }).format(names);

export function boundedAlike(jobs: readonly JobSummary[]): Bounded[] {
  const alike = new Map<string, { names: string[]; bound: Bound; medianS: number | null }>();
  for (const { id, name, bound, communication } of jobs) {
    if (!bound) continue;
    const medianS = communication.p50;
    const key = `${bound.says} ${medianS === null ? "" : milliseconds(medianS)}`;
    const names = alike.get(key)?.names ?? [];
    alike.set(key, { names: [...names, name || `job ${id}`], bound, medianS });
  }
  return [...alike.values()].map(({ names, ...rest }) => ({ called: listed(names), ...rest }));
}
