// A run, live and afterwards: the fabric in the colours of its load, the tail, the rails, the busiest cables, the time.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Link, useParams } from "react-router";
import { runs } from "../../api/calls";
import { asProblem } from "../../api/problems";
import { hasEnded, keys, useFabric, useRun } from "../../api/queries";
import type { Fabric, Run } from "../../api/types";
import { TopBar } from "../../app/TopBar";
import { FabricCanvas } from "../../canvas/FabricCanvas";
import type { Marks, Selected } from "../../canvas/types";
import type { FabricView } from "../../canvas/view";
import { axisStart, IterationChart } from "../../charts/IterationChart";
import { LevelLegend } from "../../charts/LevelLegend";
import { SlowdownChart, type SlowdownSeries, sizeClass } from "../../charts/SlowdownChart";
import { levels, type RailReading, type Readout } from "../../live/frame";
import { bytes, counted, measure, plain, whole } from "../../numbers/format";
import { Icon } from "../../parts/Icon";
import { ProblemSays, Waiting } from "../../parts/Says";
import { cableWords, deviceName, useFabricScene } from "../../parts/scene";
import { TitleBlock } from "../../parts/TitleBlock";
import { NotFoundPage } from "../NotFoundPage";
import { AggregationPanel } from "./AggregationPanel";
import { BusiestPanel } from "./BusiestPanel";
import { faultLabel, faultMoments } from "./faults";
import { Readouts } from "./Readouts";
import styles from "./run.module.css";
import { TailPanel } from "./TailPanel";
import { TimeBar } from "./TimeBar";
import { useRunFeed } from "./useRunFeed";

const NOTHING: Selected = { devices: [], cables: [] };

export default function RunPage() {
  const { id = "" } = useParams();
  const run = useRun(id, 5_000);
  const fabric = useFabric(run.data?.fabric.id ?? "", Boolean(run.data));
  if (run.isError && asProblem(run.error).status === 404) return <NotFoundPage what="run" />;
  const error = run.error ?? fabric.error;
  if (run.data && fabric.data) return <Watch run={run.data} fabric={fabric.data} />;
  return (
    <div className={`app ${styles.app}`}>
      <TopBar crumb={<h1>Run</h1>} />
      <main>{error ? <ProblemSays error={error} /> : <Waiting what="Opening the run" />}</main>
    </div>
  );
}

const PACE = (ms: number | null): string =>
  ms === null ? "as fast as possible" : `${plain(ms)} simulated ms a second`;

function Watch({ run, fabric }: { run: Run; fabric: Fabric }) {
  const client = useQueryClient();
  const { feed, cables: order, status, error } = useRunFeed(run);
  const [view, setView] = useState<FabricView | null>(null);
  const [selected, setSelected] = useState<Selected>(NOTHING);
  const scene = useFabricScene(fabric.document);
  const cancel = useMutation({
    mutationFn: () => runs.cancel(run.id),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.run(run.id), exact: true }),
  });

  // Rows of the frame to rows of the drawing: the same order, unless the fabric was edited after this run.
  const remap = useMemo(() => {
    if (
      !order ||
      (order.length === scene.cableIds.length && order.every((id, i) => id === scene.cableIds[i]))
    )
      return null;
    const rows = new Map(order.map((id, row) => [id, row]));
    return scene.cableIds.map((id) => rows.get(id) ?? -1);
  }, [order, scene]);

  useEffect(() => {
    if (!view || !order) return;
    return feed.paint((frame) => {
      if (!remap) {
        view.setUtilisation(frame.utilisation);
        return;
      }
      const moved = new Uint8Array(remap.length * 2).fill(255);
      for (const [to, from] of remap.entries()) {
        if (from < 0) continue;
        moved[2 * to] = frame.utilisation[2 * from];
        moved[2 * to + 1] = frame.utilisation[2 * from + 1];
      }
      view.setUtilisation(moved);
    });
  }, [view, feed, order, remap]);

  const words = useMemo(() => cableWords(scene, order ?? scene.cableIds), [scene, order]);
  const moments = useMemo(() => faultMoments(run.scenario.document.faults), [run.scenario.document.faults]);
  const frame = feed.current()?.frame ?? null;
  const figures = frame?.readout;
  const heat = useMemo(() => (frame ? levels(frame.utilisation) : null), [frame]);
  const marks = useMarks(run, fabric, frame?.simulatedS ?? 0, figures?.rails);
  const live = !hasEnded(status);
  const done = figures?.iterations;
  const newest = feed.moments.at(-1)?.frame;
  const toGo = live && newest ? newest.readout.iterations.total - newest.readout.iterations.done : 0;
  const lastS = newest?.simulatedS ?? run.simulated_s;
  const progress = newest?.progress ?? 0;
  const endS = live && progress > 0.02 ? lastS / progress : lastS;
  const flows = flowSeries(run, figures);
  const job = run.summary?.jobs[0];
  const at = feed.shown ?? feed.moments.length - 1;
  const pickCable = useCallback(
    (cable: string) => {
      setSelected({ devices: [], cables: [cable] });
      view?.flyTo([cable]);
    },
    [view],
  );
  const audit = useQuery({
    queryKey: [...keys.run(run.id), "audit"],
    queryFn: () => runs.audit(run.id),
    enabled: run.status === "finished" && run.scenario.document.algorithm === "in-network",
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className={`app ${styles.app}`}>
      <TopBar
        crumb={
          <>
            <Link to={`/f/${run.fabric.id}`}>{run.fabric.name}</Link>
            <span>/</span>
            <h1>Run {run.number}</h1>
            <span className="code">
              seed {run.seed} · r{run.fabric.revision} · {run.code_version.slice(0, 7)}
            </span>
          </>
        }
        actions={
          <>
            {run.status === "finished" && (
              <a className="btn" href={`/api/v1/runs/${run.id}/series.npz`} download>
                <Icon name="download" />
                Series
              </a>
            )}
            <Link className="btn" to={`/compare?runs=${run.id}`}>
              Compare
            </Link>
            <Link className="btn" to={`/f/${run.fabric.id}?run=${run.id}`}>
              {live ? "Settings" : "Run again"}
            </Link>
            {live && (
              <button
                type="button"
                className="btn"
                disabled={cancel.isPending}
                onClick={() => cancel.mutate()}
              >
                <Icon name="stop" />
                Cancel
              </button>
            )}
          </>
        }
      />
      <main
        className={
          error || cancel.isError || run.error || fabric.digest !== run.fabric.digest
            ? `${styles.page} ${styles.told}`
            : styles.page
        }
      >
        <Readouts
          run={run}
          status={status}
          wire={feed.wireState}
          frame={frame}
          hot={heat?.hot ?? 0}
          cables={order?.length ?? scene.cableIds.length}
          past={feed.shown !== null && at < feed.moments.length - 1}
        />
        <Told run={run} fabric={fabric} error={error ?? (cancel.isError ? cancel.error : null)} />
        <div className={styles.work}>
          <div className={styles.left}>
            <div className="stage">
              <FabricCanvas
                scene={scene}
                label={`Load of ${counted(scene.cableIds.length, "cable")}; the table of busiest cables holds the same values`}
                mode="load"
                locked
                marks={marks}
                selected={selected}
                insets={{ top: 40, bottom: 132 }}
                onView={setView}
                onSelect={setSelected}
              />
              {heat && (
                <div className={`over ${styles.legend}`}>
                  <LevelLegend counts={heat.counts} hot={heat.hot} />
                </div>
              )}
              <div className={`over ${styles.block}`}>
                <TitleBlock
                  rows={[
                    ["Fabric", `${run.fabric.name}, revision ${run.fabric.revision}`],
                    [
                      "Job",
                      job
                        ? `${job.collective} ${bytes(job.size_bytes)}, ${counted(job.hosts, "host")}`
                        : run.workload.name,
                    ],
                    ["How", run.scenario.name],
                    ["Pace", PACE(run.scenario.document.pace.ms_per_s)],
                    ["Model", `flow level, ${run.code_version.slice(0, 12)}`],
                  ]}
                />
              </div>
            </div>
            <div className={flows ? styles.charts : `${styles.charts} ${styles.single}`}>
              <section aria-label="Iteration time">
                <div className="panel-head">
                  <h2>Iteration time</h2>
                  <small>one point per iteration, line = p50 of 50</small>
                  {feed.iterations.length > 0 && axisStart(feed.iterations) > 0 && (
                    <span className="end">axis starts at {measure(axisStart(feed.iterations))} ms</span>
                  )}
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
                    <small>
                      background, n = {whole(flows.reduce((sum, one) => sum + one.tail.count, 0))}
                    </small>
                  </div>
                  <SlowdownChart series={flows} />
                </section>
              )}
            </div>
          </div>
          <aside className="side right" aria-label="Measurements">
            <TailPanel figures={figures} />
            <AggregationPanel
              rails={figures?.rails ?? []}
              algorithm={run.scenario.document.algorithm}
              audit={audit.data ? { href: `/api/v1/runs/${run.id}/audit`, count: audit.data.count } : null}
              nameOf={(device) => deviceName(scene, device)}
            />
            <BusiestPanel
              moments={feed.moments}
              at={at}
              cables={words}
              faultS={moments[0]?.atS ?? null}
              selected={selected.cables[0] ?? null}
              breakHref={(cable) => `/f/${run.fabric.id}?run=${run.id}&fault=${encodeURIComponent(cable)}`}
              onPick={pickCable}
            />
            {run.summary && run.summary.notes.length > 0 && (
              <section className="panel" aria-label="Notes">
                <div className="panel-head">
                  <h2>Notes</h2>
                </div>
                <ul className="panel-body note">
                  {run.summary.notes.map((note) => (
                    <li key={note}>{note}</li>
                  ))}
                </ul>
              </section>
            )}
          </aside>
        </div>
        <TimeBar feed={feed} version={feed.version} faults={moments} live={live} endS={endS} />
        {done === undefined && <span className="only-read">No frame yet</span>}
      </main>
    </div>
  );
}

/** What must be said above the drawing: a failure, a fabric that was changed since. */
function Told({ run, fabric, error }: { run: Run; fabric: Fabric; error: unknown }) {
  const changed = fabric.digest !== run.fabric.digest;
  if (!error && !run.error && !changed) return null;
  return (
    <div>
      {error ? <ProblemSays error={error} /> : null}
      {run.error && (
        <div className="says error" role="alert">
          <Icon name="error" className="t-error" />
          <div>
            <div className="strong">{run.error}</div>
            <Link to={`/f/${run.fabric.id}?run=${run.id}`}>Open its settings</Link>
          </div>
        </div>
      )}
      {changed && (
        <div className="says warning">
          <Icon name="warning" className="t-warn" />
          <div>
            The fabric was edited after this run: it ran on revision {run.fabric.revision}, the drawing is of
            revision {fabric.revision}. Cables that this run did not know stay without a value.
          </div>
        </div>
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

/** Degraded cables with both rates, and the root of each tree with its rail. */
function useMarks(run: Run, fabric: Fabric, nowS: number, rails: readonly RailReading[] | undefined): Marks {
  const active = run.scenario.document.faults.filter(
    (fault) => fault.at_ms / 1e3 <= nowS && (fault.until_ms === null || fault.until_ms / 1e3 > nowS),
  );
  const key = JSON.stringify([
    active.map((fault) => [fault.cable, fault.at_ms]),
    rails?.map((rail) => [rail.root, rail.name, rail.fell_back > 0]),
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the faults and the rails
  return useMemo(() => {
    const speeds = new Map(fabric.document.cables.map((cable) => [cable.id, cable.gbps]));
    const marks: Marks = { cables: {}, labels: {}, notes: {} };
    for (const fault of active) {
      if (marks.cables) marks.cables[fault.cable] = "fault";
      if (marks.labels)
        marks.labels[fault.cable] = [faultLabel(fault, speeds.get(fault.cable) ?? null, fault.at_ms / 1e3)];
    }
    for (const rail of rails ?? []) {
      if (rail.root === null || !marks.notes) continue;
      const old = marks.notes[rail.root];
      const says = old ? `${old.says}, ${rail.name}` : `root, ${rail.name}`;
      marks.notes[rail.root] = {
        says,
        tone: rail.fell_back > 0 || old?.tone === "fault" ? "fault" : "plain",
      };
    }
    return marks;
  }, [key, fabric]);
}
