// Amounts of money, as bands in dollars ("400 – 1,328 k$") and as prices in the currency of a list.
import { fixed, whole } from "./format";

/** Return a band of prices in dollars; one figure where both ends read alike. */
export function priceBand(low: number, high: number): string {
  const [unit, size] = high >= 1e7 ? ["M$", 1e6] : high >= 1e5 ? ["k$", 1e3] : ["$", 1];
  const say = (value: number) => (size === 1e6 ? fixed(value / size, 1) : whole(value / size));
  const [from, to] = [say(low), say(high)];
  return `${from === to ? from : `${from} – ${to}`} ${unit}`;
}

/** Return one price with its currency (ISO 4217): "25,000 EUR", with cents where there are any. */
export function price(value: number, currency: string): string {
  return `${Number.isInteger(value) ? whole(value) : fixed(value, 2)} ${currency === "USD" ? "$" : currency}`;
}
