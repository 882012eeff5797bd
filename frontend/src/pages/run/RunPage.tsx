// A run, live and afterwards: the fabric in the colours of its load, the tail, the rails, the busiest cables, the time.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { Link, useParams } from "react-router";
import { runs } from "../../api/calls";
import { asProblem } from "../../api/problems";
import { hasEnded, keys, useFabricOf, useRun } from "../../api/queries";
import type { CableGain, Fabric, Run } from "../../api/types";
import { TopBar } from "../../app/TopBar";
import { tierName } from "../../fabric/tiers";
import { bytes, counted, plain } from "../../numbers/format";
import { Icon } from "../../parts/Icon";
import { ProblemSays, Waiting } from "../../parts/Says";
import { SideColumn } from "../../parts/SideColumn";
import { cableWords, deviceName, directedName } from "../../parts/scene";
import { TitleBlock } from "../../parts/TitleBlock";
import { placeName } from "../comparisons/figures";
import { useCompareAll } from "../comparisons/useCompareAll";
import { breakHref } from "../launch/faults";
import { NotFoundPage } from "../NotFoundPage";
import { AggregationPanel } from "./AggregationPanel";
import { BoundPanel } from "./BoundPanel";
import { BusiestPanel } from "./BusiestPanel";
import { faultMoments } from "./faults";
import { GainPanel } from "./GainPanel";
import { LoadStage } from "./LoadStage";
import { Readouts } from "./Readouts";
import { RunCharts } from "./RunCharts";
import styles from "./run.module.css";
import { TailPanel } from "./TailPanel";
import { TierPanel } from "./TierPanel";
import { TimeBar } from "./TimeBar";
import { hasToTell, Told } from "./Told";
import { useRunStage } from "./useRunStage";
import { WhyPanel } from "./WhyPanel";

export default function RunPage() {
  const { id = "" } = useParams();
  const run = useRun(id, 5_000);
  if (run.isError && asProblem(run.error).status === 404) return <NotFoundPage what="run" />;
  if (run.data) return <Opened run={run.data} />;
  return <Opening error={run.error} />;
}

function Opening({ error }: { error: unknown }) {
  return (
    <div className={`app ${styles.app}`}>
      <TopBar title="Run" crumb={<h1>Run</h1>} />
      <main>{error ? <ProblemSays error={error} /> : <Waiting what="Opening the run" />}</main>
    </div>
  );
}

function Opened({ run }: { run: Run }) {
  const fabric = useFabricOf(run);
  return fabric.data ? <Watch run={run} fabric={fabric.data} /> : <Opening error={fabric.error} />;
}

function Watch({ run, fabric }: { run: Run; fabric: Fabric }) {
  const client = useQueryClient();
  const { feed, status, gone, error, frame, figures, stage } = useRunStage(run, fabric);
  const { scene, pods, selected, heat, onSelect } = stage;
  const { flyTo } = pods;
  const cancel = useMutation({
    mutationFn: () => runs.cancel(run.id),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.run(run.id), exact: true }),
  });

  const all = useCompareAll();
  const telling = { run, gone, error: error ?? cancel.error ?? all.error };
  const words = useMemo(() => cableWords(scene), [scene]);
  const moments = useMemo(() => faultMoments(run.scenario.document.faults), [run.scenario.document.faults]);
  const live = !hasEnded(status);
  const newest = feed.moments.at(-1)?.frame;
  const lastS = newest?.simulatedS ?? run.simulated_s;
  const progress = newest?.progress ?? 0;
  const endS = live && progress > 0.005 ? lastS / progress : lastS;
  const at = feed.shown ?? feed.moments.length - 1;
  const pickCable = useCallback(
    (cable: string) => {
      onSelect({ devices: [], cables: [cable] });
      flyTo([cable]);
    },
    [flyTo, onSelect],
  );
  const names = useMemo(() => new Map(words.map((cable) => [cable.id, cable.name])), [words]);
  const devices = useMemo(() => new Map(scene.deviceIds.map((id, row) => [id, scene.names[row]])), [scene]);
  const gainName = (gain: CableGain) => directedName(names.get(gain.cable) ?? gain.cable, gain.direction);
  const top = scene.rows.reduce((most, row) => Math.max(most, row.tier), 0);
  const called = (tier: number) => scene.rows.find((row) => row.tier === tier)?.name ?? tierName(tier, top);
  const kindName = ([one, other]: readonly number[]) =>
    `${called(Math.min(one, other))} – ${called(Math.max(one, other)).toLowerCase()}`;
  return (
    <div className={`app ${styles.app}`}>
      <TopBar
        title={`Run ${run.number}, ${run.fabric.name}`}
        crumb={
          <>
            <Link to={`/f/${run.fabric.id}`}>{run.fabric.name}</Link>
            <span>/</span>
            <h1>Run {run.number}</h1>
            <span className="code">
              seed {run.seed} · r{run.fabric.revision} · {run.code_version}
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
            <button
              type="button"
              className="btn"
              disabled={all.isPending}
              title="Run its job by every way that fits, all else alike"
              onClick={() => all.mutate(run.id)}
            >
              Compare all ways
            </button>
            <Link className="btn" to={`/f/${run.fabric.id}?run=${run.id}`}>
              {live ? "Settings" : "Run again"}
            </Link>
            {live && (
              <button
                type="button"
                className="btn"
                disabled={cancel.isPending || cancel.isSuccess}
                onClick={() => cancel.mutate()}
              >
                <Icon name="stop" />
                {cancel.isPending || cancel.isSuccess ? "Cancelling" : "Cancel"}
              </button>
            )}
          </>
        }
      />
      <main className={hasToTell(telling) ? `${styles.page} ${styles.told}` : styles.page}>
        <Readouts
          run={run}
          status={status}
          wire={feed.wireState}
          frame={frame}
          figures={figures}
          hot={heat?.hot ?? 0}
          cables={scene.cableIds.length}
          past={feed.shown !== null && at < feed.moments.length - 1}
        />
        <Told {...telling} />
        <div className={styles.work}>
          <div className={styles.left}>
            <LoadStage {...stage}>
              <div className={`over ${styles.block}`}>
                <TitleBlock rows={titleOf(run)} />
              </div>
            </LoadStage>
            <RunCharts run={run} feed={feed} frame={frame} moments={moments} live={live} />
          </div>
          <SideColumn side="right" label="Measurements">
            {run.summary && <WhyPanel jobs={run.summary.jobs} nameOf={gainName} onPick={pickCable} />}
            <TailPanel figures={figures} />
            {/* An all-to-all has no rails, and shows none once it runs. */}
            {(!figures || figures.rails.length > 0) && (
              <AggregationPanel
                run={run}
                rails={figures?.rails ?? []}
                trees={stage.trees}
                nameOf={(device) => deviceName(scene, device)}
              />
            )}
            {run.summary && <BoundPanel jobs={run.summary.jobs} nameOf={(at) => placeName(at, devices)} />}
            {run.summary && <TierPanel tiers={run.summary.tiers} kindName={kindName} />}
            {run.summary && (
              <GainPanel
                summary={run.summary}
                selected={selected.cables[0] ?? null}
                nameOf={gainName}
                kindName={kindName}
                onPick={pickCable}
              />
            )}
            <BusiestPanel
              moments={feed.moments}
              at={at}
              cables={words}
              faultS={moments[0]?.atS ?? null}
              selected={selected.cables[0] ?? null}
              breakHref={(broken) => breakHref(run.fabric.id, run.id, broken)}
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
          </SideColumn>
        </div>
        <TimeBar feed={feed} version={feed.version} faults={moments} live={live} endS={endS} />
      </main>
    </div>
  );
}

/** What the title block says of a run. */
function titleOf(run: Run): [string, string][] {
  const job = run.summary?.jobs[0];
  const pace = run.scenario.document.pace.ms_per_s;
  return [
    ["Fabric", `${run.fabric.name}, revision ${run.fabric.revision}`],
    [
      "Job",
      job ? `${job.collective} ${bytes(job.size_bytes)}, ${counted(job.hosts, "host")}` : run.workload.name,
    ],
    ["How", run.scenario.name],
    ["Pace", pace === null ? "as fast as possible" : `${plain(pace)} simulated ms a second`],
    ["Model", `flow level, ${run.code_version}`],
  ];
}
