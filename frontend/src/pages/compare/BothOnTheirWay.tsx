// Two runs that have not both finished: each live on its own drawing, side by side, with how far it is.
import { Link } from "react-router";
import { hasEnded, useFabricOf } from "../../api/queries";
import type { Fabric, Run } from "../../api/types";
import { counted, duration, fixed, percent, whole } from "../../numbers/format";
import { read } from "../../numbers/tails";
import { ProblemSays } from "../../parts/Says";
import { LoadStage } from "../run/LoadStage";
import { useRunStage } from "../run/useRunStage";
import styles from "./compare.module.css";

export function BothOnTheirWay({ runs }: { runs: readonly [Run, Run] }) {
  const broken = runs.find((run) => hasEnded(run.status) && run.status !== "finished");
  return (
    <div className={styles.pair}>
      <section className={styles.says} aria-label="State">
        <div>
          <h2>
            {broken
              ? `Run ${broken.number} is ${broken.status}: there is nothing to compare.`
              : "Both runs are on their way."}
          </h2>
          <p>
            {broken
              ? (broken.error ?? "It was stopped before its end.")
              : "The comparison opens here when both have finished."}
          </p>
        </div>
      </section>
      <div className={styles.halves}>
        {runs.map((run, i) => (
          <Half key={run.id} run={run} letter={i ? "B" : "A"} />
        ))}
      </div>
    </div>
  );
}

function Half({ run, letter }: { run: Run; letter: "A" | "B" }) {
  const fabric = useFabricOf(run);
  return (
    <section className={styles.half} aria-label={`Run ${run.number}`}>
      {fabric.isError && <ProblemSays error={fabric.error} />}
      {fabric.data && <Live run={run} fabric={fabric.data} letter={letter} />}
    </section>
  );
}

function Live({ run, fabric, letter }: { run: Run; fabric: Fabric; letter: "A" | "B" }) {
  const { status, error, frame, stage } = useRunStage(run, fabric);
  const progress = status === "finished" ? 1 : (frame?.progress ?? run.progress);
  const median = frame && read(frame.readout.iteration, "p50");
  const eta = frame?.etaS ?? run.eta_s;
  return (
    <>
      <header className={styles.halfHead}>
        <span className={letter === "A" ? `${styles.letter} ${styles.a}` : styles.letter}>{letter}</span>
        <b className="strong">{run.scenario.name}</b>
        <Link to={`/runs/${run.id}`}>run {run.number}</Link>
        <span className="grow" />
        {median?.shown && <span className="small t-2">iteration p50 {median.text} ms</span>}
        {frame && <span className="small t-2">{fixed(frame.simulatedS, 3)} s simulated</span>}
        <div
          className="bar"
          role="progressbar"
          aria-label={`Progress of run ${run.number}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(100 * progress)}
        >
          <i style={{ width: `${100 * progress}%` }} />
        </div>
        <span className="small" role="status">
          {status === "running" ? `${percent(progress, 0)} %` : status}
          {status === "running" && eta !== null && <span className="t-3">, ends in {duration(eta)}</span>}
        </span>
      </header>
      {error ? <ProblemSays error={error} /> : null}
      <LoadStage {...stage}>
        {frame && (
          <span className="only-read" role="note">
            {whole(frame.readout.iterations.done)} of {counted(frame.readout.iterations.total, "iteration")}
          </span>
        )}
      </LoadStage>
    </>
  );
}
