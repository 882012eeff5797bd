import { beforeEach, describe, expect, test } from "vitest";
import type { Frame } from "./frame";
import { LiveWire, liveUrl, type StateNews, type WireState } from "./socket";

class FakeSocket {
  binaryType = "";
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  says(data: unknown) {
    this.onmessage?.({ data });
  }
  drop(code: number) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.drop(1000);
  }
}

function frame(seq: number): ArrayBuffer {
  const bytes = new Uint8Array(66);
  bytes.set([0x54, 0x57, 0x4c, 0x46, 1, 0, 64, 0]);
  bytes[24] = seq;
  bytes[60] = 2;
  bytes.set([0x7b, 0x7d], 64); // {}
  return bytes.buffer;
}

let sockets: FakeSocket[];
let paints: (() => void)[];
let waits: { ms: number; then: () => void }[];
let frames: number[];
let states: StateNews[];
let wires: WireState[];
let wire: LiveWire;

beforeEach(() => {
  [sockets, paints, waits, frames, states, wires] = [[], [], [], [], [], []];
  wire = new LiveWire(
    "ws://here/ws/runs/1/",
    {
      onFrame: (shown: Frame) => frames.push(shown.seq),
      onState: (news) => states.push(news),
      onWire: (state) => wires.push(state),
    },
    {
      open: () => {
        const socket = new FakeSocket();
        sockets.push(socket);
        return socket as unknown as WebSocket;
      },
      afterPaint: (then) => paints.push(then),
      wait: (ms, then) => {
        waits.push({ ms, then });
        return () => {};
      },
    },
  );
  wire.connect();
  sockets[0].open();
});

const paint = () => paints.shift()?.();

describe("the live wire", () => {
  test("acknowledges a frame only after it was painted", () => {
    sockets[0].says(frame(1));
    expect(frames).toEqual([1]);
    expect(sockets[0].sent).toEqual([]);
    paint();
    expect(sockets[0].sent).toEqual(['{"ack":1}']);
  });

  test("shows the newest of the frames that came during a paint and drops the others", () => {
    sockets[0].says(frame(1));
    sockets[0].says(frame(2));
    sockets[0].says(frame(3));
    paint();
    expect(frames).toEqual([1, 3]);
    paint();
    expect(sockets[0].sent).toEqual(['{"ack":1}', '{"ack":3}']);
  });

  test("hands on the state that comes as text", () => {
    sockets[0].says('{"kind":"state","run":{"status":"running","progress":0.5,"eta_s":4,"simulated_s":1}}');
    expect(states[0].status).toBe("running");
  });

  test("dials again after a lost connection, waiting longer each time and from the start once it is open", () => {
    sockets[0].drop(1006);
    waits[0].then();
    sockets[1].drop(1006);
    waits[1].then();
    sockets[2].open();
    sockets[2].drop(1006);
    expect(waits.map((wait) => wait.ms)).toEqual([500, 1000, 500]);
    expect(wires).toEqual(["connecting", "open", "lost", "connecting", "lost", "connecting", "open", "lost"]);
  });

  test("acknowledges but does not show again a frame that it has shown before the reconnect", () => {
    sockets[0].says(frame(7));
    paint();
    sockets[0].drop(1006);
    waits[0].then();
    sockets[1].open();
    sockets[1].says(frame(7));
    paint();
    expect(frames).toEqual([7]);
    expect(sockets[1].sent).toEqual(['{"ack":7}']);
  });

  test("follows a run that another worker took up again and counts from the start", () => {
    for (const seq of [9, 0]) {
      sockets[0].says(frame(seq));
      paint();
    }
    expect(frames).toEqual([9, 0]);
  });

  test("does not dial again when the run is refused or the page hung up", () => {
    sockets[0].drop(4404);
    expect(waits).toEqual([]);
    expect(wires.at(-1)).toBe("refused");
    wire.connect();
    wire.close();
    expect(waits).toEqual([]);
    expect(wires.at(-1)).toBe("closed");
  });
});

test("the wire is secure where the page is", () => {
  const at = (protocol: string) => liveUrl("9", { protocol, host: "twin:8000" } as Location);
  expect([at("http:"), at("https:")]).toEqual(["ws://twin:8000/ws/runs/9/", "wss://twin:8000/ws/runs/9/"]);
});
