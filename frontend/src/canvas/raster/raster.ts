// One door to the painter: in a Worker where the browser can, else here on the main thread.
import type { Drawn, ToPainter } from "./messages";
import { Painter } from "./painter";

export interface Raster {
  readonly worker: boolean;
  say(message: ToPainter, transfer?: Transferable[]): void;
  close(): void;
}

/** Return a raster that shows its pictures on `canvas` when told by `present` and calls back for each. */
export function openRaster(canvas: HTMLCanvasElement, onDrawn: (drawn: Drawn) => void): Raster {
  return canUseWorker() ? workerRaster(onDrawn) : localRaster(canvas, onDrawn);
}

function canUseWorker(): boolean {
  return (
    typeof Worker !== "undefined" && typeof OffscreenCanvas !== "undefined" && "ImageBitmap" in globalThis
  );
}

// The Worker of the view that was closed last waits here for the next view, which is drawn sooner by one that runs.
let spare: Worker | null = null;
let turns = 0;

function workerRaster(onDrawn: (drawn: Drawn) => void): Raster {
  const worker = spare ?? new Worker(new URL("./raster.worker.ts", import.meta.url), { type: "module" });
  spare = null;
  const turn = ++turns;
  worker.onmessage = ({ data }: MessageEvent<Drawn>) => {
    // A picture that the view before has asked for comes too late.
    if (data.turn === turn) onDrawn(data);
    else data.picture?.close();
  };
  return {
    worker: true,
    say: (message, transfer = []) =>
      worker.postMessage(message.say === "draw" ? { ...message, turn } : message, transfer),
    close: () => {
      worker.onmessage = ({ data }: MessageEvent<Drawn>) => data.picture?.close();
      if (spare) worker.terminate();
      else spare = worker;
    },
  };
}

function localRaster(canvas: HTMLCanvasElement, onDrawn: (drawn: Drawn) => void): Raster {
  const context = canvas.getContext("2d", { alpha: false });
  if (!context) throw new Error("this browser draws no canvas");
  const painter = new Painter(context);
  let open = true;
  return {
    worker: false,
    say: (message) => {
      if (!painter.hear(message)) return;
      queueMicrotask(() => {
        if (!open) return;
        const begun = performance.now();
        const cables = painter.draw(message.sight);
        onDrawn({ sight: message.sight, picture: null, ms: performance.now() - begun, cables });
      });
    },
    close: () => {
      open = false;
    },
  };
}
