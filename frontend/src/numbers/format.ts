// Numbers as a person reads them: in their locale, with the unit, and no more digits than they carry.

const formats = new Map<string, Intl.NumberFormat>();

function locale(): string | undefined {
  return typeof navigator === "undefined" ? undefined : navigator.language;
}

function decimals(value: number, count: number): string {
  const tag = locale();
  const key = `${tag}/${count}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(tag, { minimumFractionDigits: count, maximumFractionDigits: count });
    formats.set(key, format);
  }
  // U+2212 for minus: it is as wide as a figure.
  return format.format(value).replace("-", "−");
}

/** A whole number with separators: 1,074. */
export function whole(value: number): string {
  return decimals(Math.round(value), 0);
}

/** At least three significant digits, at most three decimals: 25.9, 0.194, 1,204. */
export function measure(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size >= 100) return decimals(value, 0);
  if (size >= 10) return decimals(value, 1);
  if (size >= 1) return decimals(value, 2);
  return decimals(value, 3);
}

/** A value with a fixed number of decimals. */
export function fixed(value: number, count: number): string {
  return decimals(value, count);
}

/** A value that a person typed: no padding, at most six significant digits. */
export function plain(value: number): string {
  const tag = locale();
  const key = `${tag}/plain`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(tag, { maximumSignificantDigits: 6 });
    formats.set(key, format);
  }
  return format.format(value);
}

/** Seconds as milliseconds, without the unit. */
export function milliseconds(seconds: number): string {
  return measure(seconds * 1e3);
}

/** A length of time with the unit that fits: 12 ns, 340 µs, 5.83 ms, 44 s, 2 min 36 s, 1 h 12 min. */
export function duration(seconds: number): string {
  if (seconds < 0) return `−${duration(-seconds)}`;
  if (seconds === 0) return "0 s";
  if (seconds < 1e-6) return `${measure(seconds * 1e9)} ns`;
  if (seconds < 1e-3) return `${measure(seconds * 1e6)} µs`;
  if (seconds < 1) return `${measure(seconds * 1e3)} ms`;
  if (seconds < 9.95) return `${decimals(seconds, 1)} s`;
  if (seconds < 59.5) return `${decimals(seconds, 0)} s`;
  const total = Math.round(seconds);
  if (total < 3600) return `${Math.floor(total / 60)} min ${total % 60} s`;
  const minutes = Math.round(total / 60);
  return `${whole(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** A share as per cent, without the sign: 0.359 -> 35.9. */
export function percent(share: number, count = 1): string {
  return decimals(share * 100, count);
}

/** A change as signed per cent: −47.4 %, +19.6 %. */
export function change(share: number): string {
  const sign = share > 0 ? "+" : "";
  return `${sign}${decimals(share * 100, 1)} %`;
}

/** The rate of a wire in Gb/s (10^9 bits a second), of many wires in Tb/s. */
export function wireRate(gbps: number): string {
  return gbps >= 1_000 ? `${plain(gbps / 1e3)} Tb/s` : `${plain(gbps)} Gb/s`;
}

/** The rate of a collective, in GB/s without the unit: bytes a second come in. */
export function collectiveRate(bytesPerSecond: number): string {
  return measure(bytesPerSecond / 1e9);
}

const BINARY = [
  [2 ** 40, "TiB"],
  [2 ** 30, "GiB"],
  [2 ** 20, "MiB"],
  [2 ** 10, "KiB"],
] as const;
const DECIMAL = [
  [1e12, "TB"],
  [1e9, "GB"],
  [1e6, "MB"],
  [1e3, "kB"],
] as const;

/** A number of bytes: 1 GiB where it is a round binary number, else 2.13 GB. */
export function bytes(count: number): string {
  for (const [size, unit] of BINARY) {
    const times = count / size;
    if (times >= 1 && times < 1024 && Number.isInteger(times * 4)) return `${plain(times)} ${unit}`;
  }
  for (const [size, unit] of DECIMAL) {
    if (count >= size)
      return `${Number.isInteger(count / size) ? plain(count / size) : measure(count / size)} ${unit}`;
  }
  return `${whole(count)} B`;
}

/** "1 cable", "2 cables": the count and the noun in its number. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${whole(count)} ${count === 1 ? one : many}`;
}

/** How long ago a moment was, in words. */
export function ago(moment: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(moment)) / 1e3);
  if (seconds < 45) return "just now";
  if (seconds < 3570) return `${counted(Math.max(1, Math.round(seconds / 60)), "minute")} ago`;
  if (seconds < 84_600) return `${counted(Math.max(1, Math.round(seconds / 3600)), "hour")} ago`;
  return `${counted(Math.max(1, Math.round(seconds / 86_400)), "day")} ago`;
}
