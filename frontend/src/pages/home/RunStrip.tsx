// What runs now, and what has ended: the narrow column of Home.
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router";
import { hasEnded } from "../../api/queries";
import type { Run, RunPage } from "../../api/types";
import { bytes, duration, milliseconds, percent } from "../../numbers/format";
import { ProblemSays } from "../../parts/Says";
import { SideColumn } from "../../parts/SideColumn";
import styles from "./home.module.css";

const ALGORITHM = {
  auto: "chosen for the job",
  ring: "ring per rail",
  "ring-steps": "ring, step by step",
  "in-network": "in-network",
  "double-tree": "double binary tree",
  "halving-doubling": "halving and doubling",
  pairwise: "pairwise",
  bruck: "Bruck",
  direct: "all at once",
  "edge-servers": "edge servers",
  "smart-nic": "ring, added in the adapters",
} as const;

function jobOf(run: Run): string {
  const job = run.summary?.jobs[0];
  return job ? `${bytes(job.size_bytes)} ${job.collective}` : run.workload.name;
}

function Going({ run }: { run: Run }) {
  return (
    <tr className={styles.tall}>
      <td>
        <Link to={`/runs/${run.id}`}>
          <b className="strong">Run {run.number}</b>
        </Link>{" "}
        {run.fabric.name}
        <br />
        <span className="t-3">{ALGORITHM[run.scenario.document.algorithm]}</span>
      </td>
      <td>
        <div className="bar" style={{ width: 70 }}>
          <i style={{ width: `${100 * (run.progress ?? 0)}%` }} />
        </div>
      </td>
      <td className="n">{run.status === "queued" ? "queued" : `${percent(run.progress ?? 0, 0)} %`}</td>
      <td className="n">{run.eta_s === null ? "–" : duration(run.eta_s)}</td>
    </tr>
  );
}

function Ended({ run }: { run: Run }) {
  const job = run.summary?.jobs[0];
  const tail = job?.iteration;
  return (
    <tr>
      <td>
        <Link to={`/runs/${run.id}`}>
          <b className="strong">Run {run.number}</b>
        </Link>{" "}
        {run.status === "finished" ? (
          ALGORITHM[run.scenario.document.algorithm]
        ) : (
          <span className={run.status === "cancelled" ? "t-3" : "t-error"}>{run.status}</span>
        )}
      </td>
      {run.status === "failed" ? (
        <td className="wide t-3" colSpan={3} title={run.error ?? undefined}>
          {run.error}
        </td>
      ) : (
        <>
          <td className="wide t-3" title={jobOf(run)}>
            {jobOf(run)}
          </td>
          <td className="n">{tail?.p50 == null ? "–" : milliseconds(tail.p50)}</td>
          <td className="n" title={tail && tail.p99 === null ? "needs 100 iterations" : undefined}>
            {tail ? (tail.p99 === null ? "withheld" : milliseconds(tail.p99)) : "–"}
          </td>
        </>
      )}
    </tr>
  );
}

export function RunStrip({ runs }: { runs: UseQueryResult<RunPage> }) {
  const all = runs.data?.results ?? [];
  const going = all.filter((run) => !hasEnded(run.status));
  const ended = all.filter((run) => hasEnded(run.status)).slice(0, 12);
  return (
    <SideColumn side="right" label="Runs">
      <section className="panel" aria-label="Running now">
        <div className={`panel-head ${styles.head}`}>
          <h2>Running now</h2>
        </div>
        {runs.isError && <ProblemSays error={runs.error} />}
        {going.length > 0 ? (
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Run</th>
                <th scope="col">
                  <span className="only-read">Progress</span>
                </th>
                <th scope="col" className="n">
                  Done
                </th>
                <th scope="col" className="n">
                  Ends in
                </th>
              </tr>
            </thead>
            <tbody>
              {going.map((run) => (
                <Going key={run.id} run={run} />
              ))}
            </tbody>
          </table>
        ) : (
          <p className="panel-body small t-2">
            Nothing runs. Open a fabric and press Run: it is live in a second or two.
          </p>
        )}
      </section>
      <section className="panel" aria-label="Finished">
        <div className={`panel-head ${styles.head}`}>
          <h2>Finished</h2>
          <span className="end">
            <Link to="/runs">All runs</Link>
          </span>
        </div>
        {ended.length > 0 ? (
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Run</th>
                <th scope="col">Job</th>
                <th scope="col" className="n">
                  p50, ms
                </th>
                <th scope="col" className="n">
                  p99, ms
                </th>
              </tr>
            </thead>
            <tbody>
              {ended.map((run) => (
                <Ended key={run.id} run={run} />
              ))}
            </tbody>
          </table>
        ) : (
          <p className="panel-body small t-2">
            Ended runs stay here with the median and the 99th percentile of their iteration time.
          </p>
        )}
      </section>
    </SideColumn>
  );
}
