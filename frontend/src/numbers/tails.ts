// Percentiles with their counts: a value is shown only where enough samples stand behind it.
import { measure, whole } from "./format";

/** As the server sends it: null where the value is withheld. `unit` is "s" or "1". */
export interface Tail {
  count: number;
  unit: string;
  mean: number | null;
  p50: number | null;
  p99: number | null;
  p999: number | null;
  p9999: number | null;
  max: number | null;
}

export type Quantile = "p50" | "p99" | "p999" | "p9999";

/** 1 / (1 - q) samples stand behind a percentile q, and one behind a median. */
export const SAMPLES_NEEDED: Record<Quantile, number> = { p50: 1, p99: 100, p999: 1_000, p9999: 10_000 };

export const QUANTILE_NAMES: Record<Quantile, string> = {
  p50: "p50",
  p99: "p99",
  p999: "p99.9",
  p9999: "p99.99",
};

export type Reading =
  | { shown: true; value: number; text: string; count: number }
  | { shown: false; text: string; count: number; needed: number };

/** The value in the unit that is read (ms for times), or the words that say why it is withheld. */
export function read(tail: Tail, quantile: Quantile): Reading {
  const needed = SAMPLES_NEEDED[quantile];
  const raw = tail[quantile];
  if (raw === null || raw === undefined) {
    return {
      shown: false,
      count: tail.count,
      needed,
      text: `withheld: ${whole(tail.count)} of ${whole(needed)} samples`,
    };
  }
  const value = tail.unit === "s" ? raw * 1e3 : raw;
  return { shown: true, value, text: measure(value), count: tail.count };
}

/** Exact percentile of a sorted sample by linear interpolation (as numpy's default). */
export function percentile(sorted: ArrayLike<number>, q: number): number {
  const at = (sorted.length - 1) * q;
  const low = Math.floor(at);
  const high = Math.min(sorted.length - 1, low + 1);
  return sorted[low] + (sorted[high] - sorted[low]) * (at - low);
}
