// The strip below the drawing of a run: iteration time over time, and the tail of the flows beside it.
import type { Run } from "../../api/types";
import { axisStart, IterationChart } from "../../charts/IterationChart";
import { SlowdownChart, type SlowdownSeries, sizeClass } from "../../charts/SlowdownChart";
import type { Frame, Readout } from "../../live/frame";
import { measure, whole } from "../../numbers/format";
import type { FaultMoment } from "./faults";
import type { RunFeed } from "./feed";
import styles from "./run.module.css";

interface Props {
  run: Run;
  feed: RunFeed;
  /** The frame that is shown. */
  frame: Frame | null;
  moments: readonly FaultMoment[];
  live: boolean;
}

export function RunCharts({ run, feed, frame, moments, live }: Props) {
  const newest = feed.moments.at(-1)?.frame.readout.iterations;
  const toGo = live && newest ? newest.total - newest.done : 0;
  const flows = flowSeries(run, frame?.readout);
  const start = axisStart(feed.iterations);
  return (
    <div className={flows ? styles.charts : `${styles.charts} ${styles.single}`}>
      <section aria-label="Iteration time">
        <div className="panel-head">
          <h2>Iteration time</h2>
          <small>one point per iteration, line = p50 of 50</small>
          {start > 0 && <span className="end">axis starts at {measure(start)} ms</span>}
        </div>
        <IterationChart
          points={feed.iterations}
          faults={moments}
          toGo={toGo}
          cursorS={feed.shown === null ? null : (frame?.simulatedS ?? null)}
        />
      </section>
      {flows && (
        <section aria-label="Flow slowdown">
          <div className="panel-head">
            <h2>Flow slowdown</h2>
            <small>background, n = {whole(flows.reduce((sum, one) => sum + one.tail.count, 0))}</small>
          </div>
          <SlowdownChart series={flows} />
        </section>
      )}
    </div>
  );
}

/** By size of flow once the run has finished; until then all flows as one line. */
function flowSeries(run: Run, figures: Readout | undefined): SlowdownSeries[] | null {
  const flows = run.summary?.flows;
  if (flows?.buckets.length) {
    return flows.buckets.map((bucket) => ({
      name: sizeClass(bucket.from_bytes, bucket.below_bytes),
      tail: bucket.slowdown,
    }));
  }
  if (figures?.flows.finished) return [{ name: "all sizes", tail: figures.flows.slowdown }];
  return null;
}
