// Figures of a bill in words: bands of prices, power, rack units, and how much of a sum is not known.
import type { BillFigures, BillLine } from "../../api/types";
import { counted, plain, whole } from "../../numbers/format";

/** "1,200 – 1,500", "900", "–" where nothing is known. */
export function band(low: number | null, high: number | null): string {
  if (low === null || high === null) return "–";
  return low === high ? whole(low) : `${whole(low)} – ${whole(high)}`;
}

/** A sum of prices in short: "48.2 M", "930 k". */
export function short(value: number): string {
  if (value >= 999_500) return `${plain(Number((value / 1e6).toPrecision(3)))} M`;
  if (value >= 9_950) return `${plain(Number((value / 1e3).toPrecision(3)))} k`;
  return whole(value);
}

export function shortBand(low: number, high: number): string {
  return short(low) === short(high) ? short(low) : `${short(low)} – ${short(high)}`;
}

/** Watts as kilowatts where there are many. */
export function power(watts: number): string {
  if (watts >= 9_950) return `${plain(Number((watts / 1e3).toPrecision(4)))} kW`;
  return `${plain(Number(watts.toPrecision(4)))} W`;
}

/** What is missing from a sum, "" where nothing is. */
export function missing(without: number): string {
  return without ? `without ${counted(without, "piece")}` : "";
}

/** What the pieces of a line come to; null where the figure of one is not known. */
export function times(line: BillLine, figure: number | null): number | null {
  return figure === null ? null : figure * line.count;
}

/** What a part is called; a cable without a type is said to be one. */
export function partName({ kind, name, part }: Pick<BillLine, "kind" | "name" | "part">): string {
  if (name) return name;
  const speed = /^cable-(.+)$/.exec(part)?.[1];
  if (kind !== "cable" || (!speed && part !== "cable")) return part;
  return speed ? `Cable of ${speed} Gb/s, no type chosen` : "Cable of unknown speed, no type chosen";
}

/** A sum of prices; "–" where no piece has one. */
export function sumOfPrices({ count, without_price, price_low, price_high }: BillFigures): string {
  return without_price < count ? band(price_low, price_high) : "–";
}

/** A sum for the head of the page; "–" where pieces are missing from it and none adds to it: 0 is an answer too. */
export function ofSome(said: string, sum: number, without: number): string {
  return sum === 0 && without > 0 ? "–" : said;
}
