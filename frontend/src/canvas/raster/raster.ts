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

function workerRaster(onDrawn: (drawn: Drawn) => void): Raster {
  const worker = new Worker(new URL("./raster.worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<Drawn>) => onDrawn(data);
  return {
    worker: true,
    say: (message, transfer = []) => worker.postMessage(message, transfer),
    close: () => worker.terminate(),
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
