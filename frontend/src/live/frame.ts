// One moment of a run as it comes over the wire and lies in the frame record: little-endian, version 1.
import type { Tail } from "../numbers/tails";

export const HEADER_LENGTH = 64;
export const UNKNOWN = 255;
const FULL = 254;
const FLAG_EVENT = 1;
const FLAG_LAST = 2;

export interface RailReading {
  job: string;
  name: string;
  root: string | null;
  granted: number;
  fell_back: number;
  waited: number;
  rate: number | null;
  says: string | null;
}

export interface FaultReading {
  cable: string | null;
  switch: string | null;
  rate_share: number;
}

/** What the measurements say at this moment. `recent` holds [index, end in s, length in s]. */
export interface Readout {
  iterations: { done: number; total: number };
  iteration: Tail;
  communication: Tail;
  since_fault: Tail | null;
  before_fault: Tail | null;
  flows: { finished: number; completion: Tail; slowdown: Tail };
  rails: RailReading[];
  recent: [number, number, number][];
  faults_active: FaultReading[];
}

export interface Frame {
  run: string;
  seq: number;
  cables: number;
  simulatedS: number;
  /** When the server made it, in seconds of Unix time. */
  wallS: number;
  progress: number;
  /** Seconds of wall time to the end, null while unknown. */
  etaS: number | null;
  event: boolean;
  last: boolean;
  /** Two bytes a cable, a to b then b to a; 254 is full, 255 unknown. A view, not a copy. */
  utilisation: Uint8Array;
  /** Parsed when first asked for: a scrub over many frames does not pay for their texts. */
  readonly readout: Readout;
}

export class FrameError extends Error {}

function uuid(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Read the frame that begins at `offset`. Bytes after it are left alone. */
export function decodeFrame(buffer: ArrayBuffer, offset = 0): Frame {
  if (buffer.byteLength - offset < HEADER_LENGTH)
    throw new FrameError(`a frame needs ${HEADER_LENGTH} bytes, got ${buffer.byteLength - offset}`);
  const view = new DataView(buffer, offset);
  if (view.getUint32(0, false) !== 0x54574c46) throw new FrameError("the frame does not begin with TWLF");
  const version = view.getUint16(4, true);
  if (version !== 1) throw new FrameError(`frame version ${version} is not known here, only 1`);
  const header = view.getUint16(6, true);
  const cables = view.getUint32(28, true);
  const readoutLength = view.getUint32(60, true);
  const end = header + 2 * cables + readoutLength;
  if (buffer.byteLength - offset < end)
    throw new FrameError(`the frame says ${end} bytes, got ${buffer.byteLength - offset}`);
  const eta = view.getFloat32(52, true);
  const flags = view.getUint32(56, true);
  let parsed: Readout | undefined;
  return {
    run: uuid(new Uint8Array(buffer, offset + 8, 16)),
    seq: view.getUint32(24, true),
    cables,
    simulatedS: view.getFloat64(32, true),
    wallS: view.getFloat64(40, true),
    progress: view.getFloat32(48, true),
    etaS: Number.isNaN(eta) ? null : eta,
    event: (flags & FLAG_EVENT) !== 0,
    last: (flags & FLAG_LAST) !== 0,
    utilisation: new Uint8Array(buffer, offset + header, 2 * cables),
    get readout() {
      if (!parsed) {
        const text = new Uint8Array(buffer, offset + header + 2 * cables, readoutLength);
        parsed = JSON.parse(new TextDecoder().decode(text)) as Readout;
      }
      return parsed;
    },
  };
}

/** The larger of both directions of a cable, 0..1; null where neither is known. */
export function cableShare(utilisation: Uint8Array, cable: number): number | null {
  const ab = utilisation[2 * cable];
  const ba = utilisation[2 * cable + 1];
  if (ab === UNKNOWN && ba === UNKNOWN) return null;
  if (ab === UNKNOWN) return ba / FULL;
  if (ba === UNKNOWN) return ab / FULL;
  return Math.max(ab, ba) / FULL;
}

/** Mean over all known cables of the larger direction, 0..1. */
export function meanShare(utilisation: Uint8Array): number {
  let sum = 0;
  let known = 0;
  for (let cable = 0; cable < utilisation.length / 2; cable++) {
    const share = cableShare(utilisation, cable);
    if (share === null) continue;
    sum += share;
    known++;
  }
  return known ? sum / known : 0;
}

/** Cables at 90 % or more, and how many stand in each of `bins` equal levels. */
export function levels(utilisation: Uint8Array, bins = 20): { hot: number; known: number; counts: number[] } {
  const counts = new Array<number>(bins).fill(0);
  let hot = 0;
  let known = 0;
  for (let cable = 0; cable < utilisation.length / 2; cable++) {
    const share = cableShare(utilisation, cable);
    if (share === null) continue;
    known++;
    if (share >= 0.9) hot++;
    counts[Math.min(bins - 1, Math.floor(share * bins))]++;
  }
  return { hot, known, counts };
}

/** Rows of the `count` busiest cables, busiest first; ties by row. */
export function busiest(utilisation: Uint8Array, count: number): { row: number; share: number }[] {
  const rows: { row: number; share: number }[] = [];
  for (let row = 0; row < utilisation.length / 2; row++) {
    const share = cableShare(utilisation, row);
    if (share === null || share === 0) continue;
    if (rows.length === count && share <= rows[count - 1].share) continue;
    let at = rows.length;
    while (at > 0 && rows[at - 1].share < share) at--;
    rows.splice(at, 0, { row, share });
    if (rows.length > count) rows.pop();
  }
  return rows;
}
