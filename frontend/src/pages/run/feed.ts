// What a run page knows of a run: its frames in order, the iterations seen in them, the wire's state.
// The canvas hears of every frame; React hears at most four times a second, and always of the last one.
import type { FrameIndex } from "../../api/types";
import type { IterationPoint } from "../../charts/IterationChart";
import { decodeFrame, type Frame, meanShare } from "../../live/frame";
import { LiveWire, liveUrl, type StateNews, type Surroundings, type WireState } from "../../live/socket";

const TELL_EVERY_MS = 250;
const MOST_FRAMES = 1_500;

export interface Moment {
  frame: Frame;
  /** Mean share over all cables: the height in the time bar. */
  mean: number;
}

const ahead = new Map<string, RunFeed>();

/** Listen to a run from now on, before its page is there to show it. */
export function listenAhead(run: string, world?: Surroundings): void {
  const feed = new RunFeed(run, world);
  ahead.set(run, feed);
  feed.listen();
}

/** The feed of a run: the one that listens already, else a new one. */
export const feedOf = (run: string): RunFeed => ahead.get(run) ?? new RunFeed(run);

export class RunFeed {
  moments: Moment[] = [];
  iterations: IterationPoint[] = [];
  wireState: WireState = "closed";
  news: StateNews | null = null;
  /** The index of the moment that is shown; null is the newest, whatever comes. */
  shown: number | null = null;
  /** Counts up with each change that React is told of. */
  version = 0;

  private wire: LiveWire | null = null;
  private readonly listeners = new Set<() => void>();
  private readonly painters = new Set<(frame: Frame) => void>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private complete = false;

  constructor(
    private readonly run: string,
    private readonly world?: Surroundings,
  ) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  getVersion = (): number => this.version;

  /** Be called with each frame that is to be shown, at once with the present one. */
  paint(painter: (frame: Frame) => void): () => void {
    this.painters.add(painter);
    const moment = this.current();
    if (moment) painter(moment.frame);
    return () => this.painters.delete(painter);
  }

  current(): Moment | undefined {
    return this.shown === null ? this.moments.at(-1) : this.moments[this.shown];
  }

  /** Take the recorded frames in place of those that came live; what came after the record was asked for stays. */
  load(index: FrameIndex, record: ArrayBuffer): void {
    const keep = this.current()?.frame.simulatedS;
    const recorded: Moment[] = index.frames
      .filter((entry) => entry.offset + entry.length <= record.byteLength)
      .map((entry) => {
        const frame = decodeFrame(record, entry.offset);
        return { frame, mean: meanShare(frame.utilisation) };
      });
    const until = recorded.at(-1)?.frame.simulatedS ?? -1;
    this.moments = recorded.concat(this.moments.filter(({ frame }) => frame.simulatedS > until));
    if (!this.complete) {
      this.iterations = [];
      for (const { frame } of this.moments) this.takeIterations(frame);
    }
    if (this.shown !== null && keep !== undefined) this.shown = this.indexAt(keep);
    this.show();
    this.tell(true);
  }

  /** Take the series of a finished run in place of what the frames happened to hold. */
  loadIterations(points: IterationPoint[]): void {
    this.iterations = points;
    this.complete = true;
    this.tell(true);
  }

  listen(): void {
    if (this.wire) return;
    this.wire = new LiveWire(
      liveUrl(this.run),
      {
        onFrame: (frame) => this.add(frame),
        onState: (news) => {
          if (this.news && news.attempt !== this.news.attempt) this.forget();
          this.news = news;
          this.tell(true);
        },
        onWire: (state) => {
          this.wireState = state;
          this.tell(state === "refused");
        },
      },
      this.world,
    );
    this.wire.connect();
  }

  hangUp(): void {
    ahead.delete(this.run);
    this.wire?.close();
    this.wire = null;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  /** Show another moment: an index, or null for the newest. */
  seek(index: number | null): void {
    this.shown = index === null ? null : Math.max(0, Math.min(this.moments.length - 1, index));
    this.show();
    this.tell(true);
  }

  /** The last moment at or before a simulated time. */
  indexAt(simulatedS: number): number {
    let low = 0;
    let high = this.moments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.moments[middle].frame.simulatedS <= simulatedS) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private add(frame: Frame): void {
    const last = this.moments.at(-1)?.frame;
    if (last && frame.simulatedS < last.simulatedS) return; // older than what the record held already
    if (last?.seq === frame.seq) return;
    this.moments.push({ frame, mean: meanShare(frame.utilisation) });
    this.takeIterations(frame);
    if (this.moments.length > MOST_FRAMES) this.thin();
    if (this.shown === null) this.show();
    this.tell(frame.last || frame.event);
  }

  /** Keep every second moment, and each that a fault made. */
  private thin(): void {
    const at = this.shown === null ? null : this.moments[this.shown]?.frame.simulatedS;
    this.moments = this.moments.filter(
      ({ frame }, i) => i % 2 === 0 || frame.event || i === this.moments.length - 1,
    );
    if (at !== null && at !== undefined) this.shown = this.indexAt(at);
  }

  private forget(): void {
    this.moments = [];
    this.iterations = [];
    this.shown = null;
  }

  private takeIterations(frame: Frame): void {
    const after = this.iterations.at(-1)?.endS ?? -1;
    const fresh = frame.readout.recent.filter(([, end]) => end > after);
    if (!fresh.length) return;
    this.iterations = this.iterations.concat(fresh.map(([, endS, seconds]) => ({ endS, seconds })));
  }

  private show(): void {
    const moment = this.current();
    if (moment) for (const painter of this.painters) painter(moment.frame);
  }

  private tell(now: boolean): void {
    if (now) {
      if (this.timer) clearTimeout(this.timer);
      this.timer = null;
      this.version++;
      for (const listener of this.listeners) listener();
    } else {
      this.timer ??= setTimeout(() => this.tell(true), TELL_EVERY_MS);
    }
  }
}
