// Amounts of money as bands: "400 – 1,328 k$"; thousands and millions where the figures are long.
import { fixed, whole } from "./format";

/** Return a band of prices in dollars; one figure where both ends read alike. */
export function priceBand(low: number, high: number): string {
  const [unit, size] = high >= 1e7 ? ["M$", 1e6] : high >= 1e5 ? ["k$", 1e3] : ["$", 1];
  const say = (value: number) => (size === 1e6 ? fixed(value / size, 1) : whole(value / size));
  const [from, to] = [say(low), say(high)];
  return `${from === to ? from : `${from} – ${to}`} ${unit}`;
}
