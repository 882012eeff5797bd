// The time bar: the mean of all cables over the run, faults as flags, a slider over the frames, play, step, and Live.
import { useCallback, useEffect, useState } from "react";
import { Drawn } from "../../charts/Drawn";
import { crisp, flag, hatch, linear, type Plot, polyline, word } from "../../charts/plot";
import { rampToken } from "../../charts/ramp";
import { duration, fixed, percent } from "../../numbers/format";
import { Icon } from "../../parts/Icon";
import type { FaultMoment } from "./faults";
import type { Moment, RunFeed } from "./feed";
import styles from "./run.module.css";

interface Props {
  feed: RunFeed;
  version: number;
  faults: readonly FaultMoment[];
  live: boolean;
  /** Simulated seconds that the run will take, as far as is known. */
  endS: number;
}

const PLAY_SECONDS = 20; // a whole run is played in so long
const PLAY_TICK_MS = 100;

const BAR_WIDTH = 1.4;
const BAR_ROOM = 3;
const MANY_STEPS = 5;
const LEAST_GAP = 12; // px; narrower ones are not seen

/**
 * One bar a frame where there is room; else the fullest of as many frames as have room for one bar, and of four
 * at least: an iteration has full and empty frames, and every second frame alone would beat with it.
 */
export function barsOf(moments: readonly Moment[], x: (simulatedS: number) => number): Bar[] {
  const bars = moments.map(({ frame, mean }) => ({ at: x(frame.simulatedS), mean }));
  if (bars.length < 2) return bars;
  const room = (bars[bars.length - 1].at - bars[0].at) / (bars.length - 1);
  if (room >= BAR_ROOM) return bars;
  const step = Math.max(4, Math.ceil(BAR_ROOM / Math.max(room, 1e-6)));
  const fullest: Bar[] = [];
  for (let i = 0; i < bars.length; i += step) {
    fullest.push(bars.slice(i, i + step).reduce((most, bar) => (bar.mean > most.mean ? bar : most)));
  }
  return fullest;
}

/** Stretches that the record holds no frame of: where the step is many times the usual one. */
export function gapsOf(moments: readonly Moment[]): [number, number][] {
  const times = moments.map(({ frame }) => frame.simulatedS);
  const steps = times.slice(1).map((time, i) => time - times[i]);
  const usual = [...steps].sort((a, b) => a - b)[steps.length >> 1] ?? 0;
  return steps.flatMap((step, i): [number, number][] =>
    step > MANY_STEPS * usual ? [[times[i], times[i + 1]]] : [],
  );
}

interface Bar {
  at: number;
  mean: number;
}

function draw(plot: Plot, feed: RunFeed, faults: readonly FaultMoment[], endS: number): void {
  const { g, colours, width, height } = plot;
  const base = height - 7;
  // The fullest moment takes the whole height; how full it is stands beside it.
  const most = Math.max(0.01, ...feed.moments.map(({ mean }) => mean));
  const x = linear([0, endS || 1], [1, width - 1]);
  for (const { at, mean } of barsOf(feed.moments, x)) {
    g.fillStyle = colours.of(rampToken(mean));
    const bar = (mean / most) * 20 + 0.5;
    g.fillRect(at, base - bar, BAR_WIDTH, bar);
  }
  polyline(
    g,
    [
      [0, crisp(base)],
      [width, crisp(base)],
    ],
    { colour: colours.of("line-2") },
  );
  const last = feed.moments.at(-1);
  if (last) {
    g.fillStyle = colours.of("accent");
    g.fillRect(0, base, x(last.frame.simulatedS), 2);
    for (const [from, until] of gapsOf(feed.moments)) {
      const [left, right] = [x(from) + 2, x(until) - 2];
      if (right - left < LEAST_GAP) continue;
      g.clearRect(left, base - 1, right - left, 4);
      hatch(plot, left, base - 8, right - left, 10);
      if (right - left > 110) word(plot, "no frame was kept", left + 8, base - 12);
    }
    const room = width - x(last.frame.simulatedS);
    const says = `mean of all cables, at most ${percent(most, 0)} %`;
    if (room > 190) word(plot, says, x(last.frame.simulatedS) + 12, base - 4);
  }
  for (const fault of faults) flag(plot, x(fault.atS), 2, height - 4);
  const now = feed.current();
  if (now) {
    g.fillStyle = colours.of("text-1");
    g.fillRect(Math.round(x(now.frame.simulatedS)) - 1, 2, 2, height - 4);
  }
}

/** "3.826 s simulated, Fault: one cable down": with what happened last before it. */
function momentSays(simulatedS: number, faults: readonly FaultMoment[]): string {
  const last = faults.findLast(({ atS }) => atS <= simulatedS);
  return `${fixed(simulatedS, 3)} s simulated${last ? `, ${last.says}` : ""}`;
}

export function TimeBar({ feed, version, faults, live, endS }: Props) {
  // Before the end is foreseen, the newest moment stands in its place.
  const newestS = feed.moments.at(-1)?.frame.simulatedS ?? 0;
  const [playing, setPlaying] = useState(false);
  const count = feed.moments.length;
  const at = feed.shown ?? count - 1;
  const now = feed.current();

  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      const end = feed.moments.length - 1;
      const here = feed.shown ?? end;
      const step = Math.max(1, Math.round((end * PLAY_TICK_MS) / 1e3 / PLAY_SECONDS));
      if (here >= end) {
        setPlaying(false);
        feed.seek(null);
      } else feed.seek(here + step);
    }, PLAY_TICK_MS);
    return () => clearInterval(timer);
  }, [playing, feed]);

  const seek = (index: number) => {
    setPlaying(false);
    feed.seek(index >= count - 1 && live ? null : index);
  };
  const play = () => {
    if (!playing && at >= count - 1) feed.seek(0);
    setPlaying(!playing);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version counts the changes of the feed
  const drawing = useCallback((plot: Plot) => draw(plot, feed, faults, endS), [feed, version, faults, endS]);
  const none = count < 2;
  return (
    <footer className={styles.time}>
      <button
        type="button"
        className="btn square"
        aria-label={playing ? "Pause the replay" : "Play from the recorded frames"}
        disabled={none}
        onClick={play}
      >
        <Icon name={playing ? "pause" : "play"} />
      </button>
      <span className={styles.steps}>
        <button
          type="button"
          className="btn bare square"
          aria-label="One frame back"
          disabled={none || at <= 0}
          onClick={() => seek(at - 1)}
        >
          <Icon name="stepBack" />
        </button>
        <button
          type="button"
          className="btn bare square"
          aria-label="One frame on"
          disabled={none || at >= count - 1}
          onClick={() => seek(at + 1)}
        >
          <Icon name="stepOn" />
        </button>
      </span>
      <span className="note">0 s</span>
      <div className={styles.track}>
        <Drawn label="Mean utilisation of all cables over simulated time" draw={drawing} />
        <input
          type="range"
          title={`Mean utilisation of all cables, frame by frame${now ? `; here ${percent(now.mean)} %` : ""}`}
          aria-label="Moment of the run"
          aria-valuetext={now ? momentSays(now.frame.simulatedS, faults) : "no frame yet"}
          min={0}
          max={1000}
          step={1}
          disabled={none}
          value={now && endS ? Math.round((now.frame.simulatedS / endS) * 1000) : 0}
          onChange={(event) => seek(feed.indexAt((Number(event.target.value) / 1000) * endS))}
          onKeyDown={(event) => {
            const step = {
              ArrowLeft: -1,
              ArrowDown: -1,
              ArrowRight: 1,
              ArrowUp: 1,
              PageUp: 20,
              PageDown: -20,
            }[event.key];
            if (step === undefined) return;
            event.preventDefault();
            seek(at + step);
          }}
        />
      </div>
      <span className={`small ${styles.moment}`}>
        <b className="label">{fixed(now?.frame.simulatedS ?? 0, 3)} s</b>{" "}
        <span className="t-3">
          {live ? (endS > newestS ? `of about ${duration(endS)}` : "") : `of ${duration(endS)}`}
        </span>
      </span>
      {live && (
        <button
          type="button"
          className={feed.shown === null ? "btn on" : "btn"}
          aria-pressed={feed.shown === null}
          onClick={() => {
            setPlaying(false);
            feed.seek(null);
          }}
        >
          <span className="dot" />
          Live
        </button>
      )}
    </footer>
  );
}
