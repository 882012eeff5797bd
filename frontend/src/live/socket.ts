// The live wire of one run: newest frame wins, each is acknowledged after it was painted, a lost wire is taken up again.
import { decodeFrame, type Frame } from "./frame";

export type WireState = "connecting" | "open" | "lost" | "refused" | "closed";

/** The run's state as the server tells it on connect and at each change. */
export interface StateNews {
  status: string;
  progress: number | null;
  eta_s: number | null;
  simulated_s: number | null;
  attempt?: number;
}

export interface Listener {
  onFrame(frame: Frame): void;
  onState(news: StateNews): void;
  onWire(state: WireState): void;
}

/** What the wire needs of the world; the tests give their own. */
export interface Surroundings {
  open(url: string): WebSocket;
  afterPaint(then: () => void): void;
  wait(ms: number, then: () => void): () => void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;
// Signed out; no such run, or another's.
const REFUSALS = [4401, 4404];

export const browserSurroundings: Surroundings = {
  open: (url) => new WebSocket(url),
  // The frame after the next has the pixels of this one on the screen. A hidden page paints nothing: go on at once.
  afterPaint: (then) => {
    if (document.hidden) setTimeout(then, 0);
    else requestAnimationFrame(() => requestAnimationFrame(then));
  },
  wait: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

export function liveUrl(run: string, base: Location = location): string {
  return `${base.protocol === "https:" ? "wss" : "ws"}://${base.host}/ws/runs/${run}/`;
}

export class LiveWire {
  private socket: WebSocket | null = null;
  private waitMs = FIRST_WAIT_MS;
  private stopWaiting: (() => void) | null = null;
  private newest: Frame | null = null;
  private paintAsked = false;
  private lastSeq = -1;
  private ended = false;

  constructor(
    private readonly url: string,
    private readonly listener: Listener,
    private readonly world: Surroundings = browserSurroundings,
  ) {}

  connect(): void {
    this.ended = false;
    this.dial();
  }

  /** Hang up for good. */
  close(): void {
    this.ended = true;
    this.stopWaiting?.();
    this.stopWaiting = null;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.listener.onWire("closed");
  }

  private dial(): void {
    this.listener.onWire("connecting");
    const socket = this.world.open(this.url);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.waitMs = FIRST_WAIT_MS;
      this.listener.onWire("open");
    };
    socket.onmessage = (event: MessageEvent) => {
      if (socket === this.socket) this.take(event.data);
    };
    socket.onclose = (event: CloseEvent) => {
      if (socket === this.socket) this.lose(event.code);
    };
  }

  private take(message: unknown): void {
    if (typeof message === "string") {
      const news = JSON.parse(message) as { kind: string; run: StateNews };
      if (news.kind === "state") this.listener.onState(news.run);
      return;
    }
    if (!(message instanceof ArrayBuffer)) return;
    this.newest = decodeFrame(message);
    if (this.paintAsked) return; // a frame is on its way to the screen: the newest will follow it
    this.show();
  }

  private show(): void {
    const frame = this.newest;
    if (!frame) return;
    this.newest = null;
    this.paintAsked = true;
    // After a reconnect the server sends its newest frame again. A run that was taken up again counts from 0.
    if (frame.seq !== this.lastSeq) {
      this.lastSeq = frame.seq;
      this.listener.onFrame(frame);
    }
    this.world.afterPaint(() => {
      this.paintAsked = false;
      this.acknowledge(frame.seq);
      this.show();
    });
  }

  private acknowledge(seq: number): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify({ ack: seq }));
  }

  private lose(code: number): void {
    this.socket = null;
    if (this.ended) return;
    if (REFUSALS.includes(code)) {
      this.ended = true;
      this.listener.onWire("refused");
      return;
    }
    this.listener.onWire("lost");
    this.stopWaiting = this.world.wait(this.waitMs, () => this.dial());
    this.waitMs = Math.min(LONGEST_WAIT_MS, this.waitMs * 2);
  }
}
