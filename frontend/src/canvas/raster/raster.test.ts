import { beforeEach, expect, test, vi } from "vitest";
import type { Drawn, Sight } from "./messages";

class FakeWorker {
  static made: FakeWorker[] = [];
  onmessage: ((event: { data: Partial<Drawn> }) => void) | null = null;
  heard: { say: string; turn?: number }[] = [];
  ended = false;
  constructor() {
    FakeWorker.made.push(this);
  }
  postMessage(message: { say: string; turn?: number }) {
    this.heard.push(message);
  }
  terminate() {
    this.ended = true;
  }
}

const sight = {} as Sight;
let openRaster: typeof import("./raster").openRaster;

beforeEach(async () => {
  vi.resetModules();
  FakeWorker.made = [];
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("OffscreenCanvas", class {});
  vi.stubGlobal("ImageBitmap", class {});
  ({ openRaster } = await import("./raster"));
});

const open = (shown: Partial<Drawn>[] = []) =>
  openRaster({} as HTMLCanvasElement, (drawn) => shown.push(drawn));

test("a view takes over the Worker of the one before", () => {
  open().close();
  open();
  expect(FakeWorker.made.length).toBe(1);
});

test("two views at one time have a Worker each, and one is kept when both are closed", () => {
  const both = [open(), open()];
  for (const each of both) each.close();
  expect(FakeWorker.made.map((worker) => worker.ended)).toEqual([false, true]);
});

test("a picture that the view before asked for is not shown by the next", () => {
  const first = open();
  first.say({ say: "draw", sight });
  first.close();
  const shown: Partial<Drawn>[] = [];
  open(shown).say({ say: "draw", sight });
  const [worker] = FakeWorker.made;
  const close = vi.fn();
  const [early, late] = worker.heard;
  worker.onmessage?.({ data: { turn: early.turn, picture: { close } as unknown as ImageBitmap } });
  worker.onmessage?.({ data: { turn: late.turn, cables: 7 } });
  expect(shown.map((drawn) => drawn.cables)).toEqual([7]);
  expect(close).toHaveBeenCalledOnce();
});
