import { beforeEach, describe, expect, test, vi } from "vitest";
import type { FrameIndex } from "../../api/types";
import type { Surroundings } from "../../live/socket";
import { feedOf, listenAhead, RunFeed } from "./feed";

function frameBytes(seq: number, simulatedS: number, recent: [number, number, number][] = []): ArrayBuffer {
  const text = new TextEncoder().encode(JSON.stringify({ recent }));
  const bytes = new Uint8Array(66 + text.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x54, 0x57, 0x4c, 0x46, 1, 0, 64, 0]);
  view.setUint32(24, seq, true);
  view.setUint32(28, 1, true);
  view.setFloat64(32, simulatedS, true);
  view.setUint32(60, text.length, true);
  bytes.set([127, 254], 64);
  bytes.set(text, 66);
  return bytes.buffer;
}

function recordOf(...frames: ArrayBuffer[]): { index: FrameIndex; record: ArrayBuffer } {
  const total = frames.reduce((sum, frame) => sum + frame.byteLength, 0);
  const record = new Uint8Array(total);
  let offset = 0;
  const entries = frames.map((frame, seq) => {
    record.set(new Uint8Array(frame), offset);
    const entry = { seq, simulated_s: 0, offset, length: frame.byteLength, flags: 0 };
    offset += frame.byteLength;
    return entry;
  });
  return { index: { frames: entries, cables: ["c1"] }, record: record.buffer };
}

let socket: {
  onmessage?: (event: { data: unknown }) => void;
  onopen?: () => void;
  readyState: number;
  send(): void;
  close(): void;
};
const world: Surroundings = {
  open: () => {
    socket = { readyState: 1, send: () => {}, close: () => {} };
    return socket as unknown as WebSocket;
  },
  afterPaint: (then) => then(),
  wait: () => () => {},
};
let feed: RunFeed;
let painted: number[];

beforeEach(() => {
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.useFakeTimers();
  feed = new RunFeed("r", world);
  painted = [];
  feed.paint((frame) => painted.push(frame.seq));
  feed.listen();
});

const arrive = (...frames: ArrayBuffer[]) => {
  for (const data of frames) socket.onmessage?.({ data });
};

describe("a feed", () => {
  test("that listens before its page is there hands over what it heard, and is forgotten when hung up", () => {
    listenAhead("early", world);
    arrive(frameBytes(1, 1));
    expect(feedOf("early").current()?.frame.seq).toBe(1);
    feedOf("early").hangUp();
    expect(feedOf("early").current()).toBeUndefined();
  });

  test("paints every frame but tells React at most once in a quarter second", () => {
    let told = 0;
    feed.subscribe(() => told++);
    arrive(frameBytes(1, 1), frameBytes(2, 2), frameBytes(3, 3));
    expect(painted).toEqual([1, 2, 3]);
    expect(told).toBe(0);
    vi.advanceTimersByTime(250);
    expect(told).toBe(1);
  });

  test("holds each iteration once though frames repeat the last hundred", () => {
    arrive(
      frameBytes(1, 1, [[0, 0.5, 0.5]]),
      frameBytes(2, 2, [
        [0, 0.5, 0.5],
        [1, 1.5, 1],
      ]),
    );
    expect(feed.iterations).toEqual([
      { endS: 0.5, seconds: 0.5 },
      { endS: 1.5, seconds: 1 },
    ]);
  });

  test("keeps showing a moment of the past while new ones come, and returns to the newest", () => {
    arrive(frameBytes(1, 1), frameBytes(2, 2));
    feed.seek(0);
    arrive(frameBytes(3, 3));
    expect(feed.current()?.frame.seq).toBe(1);
    expect(painted).toEqual([1, 2, 1]);
    feed.seek(null);
    expect(painted).toEqual([1, 2, 1, 3]);
  });

  test("reads the record after a reload and leaves out a frame that is not written whole", () => {
    const { index, record } = recordOf(frameBytes(0, 0), frameBytes(1, 1), frameBytes(2, 2));
    feed.load(index, record.slice(0, record.byteLength - 3));
    expect(feed.moments.map((moment) => moment.frame.seq)).toEqual([0, 1]);
    expect(feed.moments[0].mean).toBe(1);
  });

  test("keeps a live frame that is newer than the record, and takes the iterations of both in order", () => {
    arrive(frameBytes(9, 9, [[1, 8, 1]]));
    const { index, record } = recordOf(frameBytes(0, 0), frameBytes(1, 1, [[0, 0.5, 0.5]]));
    feed.load(index, record);
    expect(feed.moments.map((moment) => moment.frame.seq)).toEqual([0, 1, 9]);
    expect(feed.iterations.map((point) => point.endS)).toEqual([0.5, 8]);
  });

  test("finds the moment of a simulated time", () => {
    const { index, record } = recordOf(frameBytes(0, 0), frameBytes(1, 1), frameBytes(2, 2));
    feed.load(index, record);
    expect([feed.indexAt(0.9), feed.indexAt(1), feed.indexAt(99)]).toEqual([0, 1, 2]);
  });

  test("begins anew when another worker took the run up", () => {
    const state = (attempt: number) => JSON.stringify({ kind: "state", run: { status: "running", attempt } });
    socket.onmessage?.({ data: state(1) });
    arrive(frameBytes(1, 5));
    socket.onmessage?.({ data: state(2) });
    arrive(frameBytes(0, 0.1));
    expect(feed.moments.map((moment) => moment.frame.seq)).toEqual([0]);
  });
});
