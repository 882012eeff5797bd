// The bytes of utilisation: two directions to one value a cable, a signed change to a byte, and the histogram.
import { type Histogram, HOT, UNKNOWN } from "./types";

/** Return for each cable the larger of its two directions; an unknown one does not count. */
export function largerDirection(bytes: Uint8Array): Uint8Array {
  const values = new Uint8Array(bytes.length >> 1);
  for (let cable = 0; cable < values.length; cable++) {
    const there = bytes[2 * cable];
    const back = bytes[2 * cable + 1];
    values[cable] = there === UNKNOWN ? back : back === UNKNOWN ? there : Math.max(there, back);
  }
  return values;
}

/** Return the bytes of signed changes (-1 to 1, NaN unknown): 127 is none. */
export function changeBytes(changes: ArrayLike<number>, full = 1): Uint8Array {
  const bytes = new Uint8Array(changes.length);
  for (let cable = 0; cable < bytes.length; cable++) {
    const change = changes[cable] / full;
    bytes[cable] = Number.isNaN(change) ? UNKNOWN : 127 + Math.round(127 * Math.min(1, Math.max(-1, change)));
  }
  return bytes;
}

const BINS = 20;

/** Count the cables per 5 %; 100 % falls into the last bin. */
export function histogram(values: Uint8Array): Histogram {
  const bins = new Array<number>(BINS).fill(0);
  let hot = 0;
  let unknown = 0;
  for (const value of values) {
    if (value === UNKNOWN) unknown++;
    else {
      bins[Math.min(BINS - 1, Math.floor((value / 254) * BINS))]++;
      if (value >= HOT) hot++;
    }
  }
  return { bins, hot, unknown, total: values.length };
}
