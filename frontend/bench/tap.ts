// Listens, inside the page, to what passes from the wire to the screen: frames that come, pictures drawn of them.
// `tap` is sent to the page as text before anything else runs there, so it uses nothing from outside of itself.

export interface Arrived {
  seq: number;
  simulatedS: number;
  /** When the server made it and when the page had it, in ms of Unix time. */
  madeMs: number;
  cameMs: number;
  /** A digest of the load of all cables. */
  bytes: number;
}

export interface Tapped {
  /** When "Start run" was clicked last, ms of Unix time. */
  clickedMs: number;
  arrived: Arrived[];
  /** Frame number, and when the first picture with its loads was on the screen, ms of Unix time. */
  painted: [number, number][];
}

export function tap(): void {
  const tapped: Tapped = { clickedMs: 0, arrived: [], painted: [] };
  Object.assign(globalThis, { tapped });
  const now = () => performance.timeOrigin + performance.now();
  const HEADER = 64;
  let newest: Arrived | null = null;

  addEventListener(
    "click",
    (event) => {
      const button = (event.target as Element | null)?.closest?.("button");
      if (button?.textContent !== "Start run") return;
      Object.assign(tapped, {
        clickedMs: performance.timeOrigin + event.timeStamp,
        arrived: [],
        painted: [],
      });
      newest = null;
    },
    true,
  );

  class HeardSocket extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener("message", ({ data }: MessageEvent) => {
        if (!(data instanceof ArrayBuffer)) return;
        const view = new DataView(data);
        const loads = new Uint8Array(data, HEADER, 2 * view.getUint32(28, true));
        let bytes = 2166136261; // FNV-1a
        for (const load of loads) bytes = Math.imul(bytes ^ load, 16777619) >>> 0;
        newest = {
          seq: view.getUint32(24, true),
          simulatedS: view.getFloat64(32, true),
          madeMs: 1000 * view.getFloat64(40, true),
          cameMs: now(),
          bytes,
        };
        tapped.arrived.push(newest);
      });
    }
  }

  // The canvas tells its Worker the loads ("values") and asks for pictures ("draw"); each comes back as a message.
  class WatchedWorker extends Worker {
    private told: Arrived | null = null;
    private readonly asked: (Arrived | null)[] = [];

    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener("message", () => {
        const frame = this.asked.shift();
        if (!frame) return;
        // The page puts the picture up in this task; the next frame brings it to the screen.
        requestAnimationFrame(() => {
          const shown = new MessageChannel();
          shown.port1.onmessage = () => {
            // Neither a frame of before the click nor one that is on the screen already.
            if (!tapped.arrived.includes(frame) || tapped.painted.at(-1)?.[0] === frame.seq) return;
            tapped.painted.push([frame.seq, now()]);
          };
          shown.port2.postMessage(null);
        });
      });
    }

    override postMessage(message: unknown, options?: Transferable[] | StructuredSerializeOptions): void {
      const say = (message as { say?: string } | null)?.say;
      if (say === "values") this.told = newest;
      if (say === "draw") this.asked.push(this.told);
      super.postMessage(message, options as StructuredSerializeOptions);
    }
  }

  Object.assign(globalThis, { WebSocket: HeardSocket, Worker: WatchedWorker });
}
