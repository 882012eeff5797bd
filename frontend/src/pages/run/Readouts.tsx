// One row of measurements; the first is the state and the time left.
import type { Run, RunStatus } from "../../api/types";
import type { Readout as Figures, Frame } from "../../live/frame";
import type { WireState } from "../../live/socket";
import { change, counted, duration, fixed, measure, percent, whole } from "../../numbers/format";
import { type Quantile, read, SAMPLES_NEEDED, type Tail } from "../../numbers/tails";
import styles from "./run.module.css";

const STATES: Record<RunStatus, { says: string; colour: string }> = {
  queued: { says: "Queued", colour: "t-3" },
  running: { says: "Running", colour: "t-accent" },
  finished: { says: "Finished", colour: "t-ok" },
  failed: { says: "Failed", colour: "t-error" },
  cancelled: { says: "Cancelled", colour: "t-3" },
  lost: { says: "Lost", colour: "t-error" },
};

interface Props {
  run: Run;
  status: RunStatus;
  wire: WireState;
  /** The frame that is shown, null before the first. */
  frame: Frame | null;
  /** The figures of that frame, or of the whole run where frames are no longer kept. */
  figures: Figures | undefined;
  hot: number;
  cables: number;
  past: boolean;
}

function State({ run, status, wire, frame, figures, past }: Props) {
  const state = STATES[status];
  const iterations = figures?.iterations;
  const progress = status === "finished" && !past ? 1 : (frame?.progress ?? run.progress);
  const eta = frame ? frame.etaS : run.eta_s;
  const goes = status === "running" || status === "queued";
  return (
    <div className={`readout ${styles.state}`}>
      <span className="name" role="status">
        <span className={`dot ${state.colour}`} />
        <b className="label" style={{ color: "var(--text-1)" }}>
          {past && status === "running" ? "Running, looking back" : state.says}
        </b>
        {iterations && `${whole(iterations.done)} of ${counted(iterations.total, "iteration")}`}
      </span>
      <div
        className="bar"
        style={{ height: 3 }}
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(progress * 100)}
      >
        <i style={{ width: `${progress * 100}%` }} />
      </div>
      <span className={`small t-2 ${styles.ends}`}>
        <span>{percent(progress, 0)} %</span>
        {goes && (wire === "lost" || wire === "refused") ? (
          <span className="t-warn">
            {wire === "lost" ? "connection lost, reconnecting" : "not live: sign in again"}
          </span>
        ) : (
          goes && (
            <span>
              {status === "queued" ? "waits for a worker" : eta === null ? "" : `ends in ${duration(eta)}`}
            </span>
          )
        )}
      </span>
    </div>
  );
}

interface QuantileProps {
  name: string;
  tail: Tail | undefined;
  before: Tail | null | undefined;
  quantile: Quantile;
}

function QuantileReadout({ name, tail, before, quantile }: QuantileProps) {
  const reading = tail && read(tail, quantile);
  const old = before?.[quantile];
  const now = tail?.[quantile];
  const rise = old != null && now != null ? (now - old) * 1e3 : null;
  return (
    <div className="readout">
      <span className="name">{name}</span>
      {reading?.shown ? (
        <span className="value">
          {reading.text}
          <small>ms</small>
          {rise !== null && (
            <em className="t-fault">
              {rise > 0 ? "+" : ""}
              {measure(rise)} ms
            </em>
          )}
        </span>
      ) : (
        <span className="value words">
          {tail ? (
            <>
              withheld
              <small>
                {whole(tail.count)} of {whole(SAMPLES_NEEDED[quantile])}
              </small>
            </>
          ) : (
            "–"
          )}
        </span>
      )}
    </div>
  );
}

export function Readouts(props: Props) {
  const { run, status, frame, figures, hot, cables, past } = props;
  const since = figures?.since_fault ?? null;
  const tail = since ?? figures?.iteration;
  const before = since ? figures?.before_fault : null;
  const exposed = status === "finished" && !past ? run.summary?.jobs[0]?.exposed_share : null;
  const communication = figures && read(figures.communication, "p50");
  return (
    <section className="readouts" aria-label="Readouts">
      <State {...props} />
      <QuantileReadout
        name={since ? "Iteration, p50 since fault" : "Iteration, p50"}
        tail={tail}
        before={before}
        quantile="p50"
      />
      <QuantileReadout
        name={`p99${tail ? `, n = ${whole(tail.count)}` : ""}`}
        tail={tail}
        before={before}
        quantile="p99"
      />
      <QuantileReadout name="p99.9" tail={tail} before={before} quantile="p999" />
      <div className="readout">
        <span className="name">{since ? "Communication, p50 of the whole run" : "Communication, p50"}</span>
        <span className={communication?.shown ? "value" : "value words"}>
          {communication?.shown ? (
            <>
              {communication.text}
              <small>ms</small>
            </>
          ) : (
            "–"
          )}
        </span>
      </div>
      {exposed != null && (
        <div className={`readout ${styles.last}`}>
          <span className="name">Exposed communication</span>
          <span className="value">
            {percent(exposed)}
            <small>%</small>
          </span>
        </div>
      )}
      <div className="readout">
        <span className="name">Cables at 90 % or more</span>
        <span className="value">
          {frame ? whole(hot) : "–"}
          <small>of {whole(cables)}</small>
        </span>
      </div>
      <div className="grow" />
      <div className="readout">
        <span className="name">Simulated time</span>
        <span className="value">
          {fixed(frame?.simulatedS ?? run.simulated_s, 3)}
          <small>s</small>
        </span>
      </div>
    </section>
  );
}

/** +20 %, or a dash where one of both is withheld. */
export function changeOf(before: number | null | undefined, now: number | null | undefined): string {
  if (before == null || now == null || before === 0) return "–";
  return change(now / before - 1);
}
