// All runs, the newest first; two that are ticked can be compared.
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { hasEnded, useRuns } from "../../api/queries";
import type { Run, RunStatus } from "../../api/types";
import { TopBar } from "../../app/TopBar";
import { ago, bytes, counted, duration, milliseconds, percent } from "../../numbers/format";
import { Choice } from "../../parts/Choice";
import { Empty, ProblemSays, Waiting } from "../../parts/Says";
import styles from "./runs.module.css";

type Filter = "all" | "running" | "finished" | "failed";

const FILTERS: readonly { value: Filter; label: string }[] = [
  { value: "all", label: "All" },
  { value: "running", label: "Running" },
  { value: "finished", label: "Finished" },
  { value: "failed", label: "Failed" },
];

const STATUS_COLOUR: Partial<Record<RunStatus, string>> = {
  failed: "t-error",
  lost: "t-error",
  running: "t-accent",
};

function stateOf(run: Run): string {
  if (run.status === "running") return `running, ${percent(run.progress, 0)} %`;
  return run.status;
}

function Row({ run, chosen, onChoose }: { run: Run; chosen: boolean; onChoose(): void }) {
  const job = run.summary?.jobs[0];
  const { p50, p99 } = job?.iteration ?? { p50: null, p99: null };
  const label = `Choose run ${run.number} for comparison`;
  return (
    <tr className={chosen ? "selected" : undefined}>
      <td style={{ width: 32 }}>
        <input
          type="checkbox"
          aria-label={label}
          title={run.status === "finished" ? label : "Only finished runs can be compared"}
          disabled={run.status !== "finished"}
          checked={chosen}
          onChange={onChoose}
        />
      </td>
      <td>
        <Link to={`/runs/${run.id}`}>
          <b className="strong">Run {run.number}</b>
        </Link>
      </td>
      <td>
        <Link to={`/f/${run.fabric.id}`}>{run.fabric.name}</Link>{" "}
        <span className="t-3">r{run.fabric.revision}</span>
      </td>
      <td>{run.scenario.name}</td>
      <td>
        {job
          ? `${job.collective} ${bytes(job.size_bytes)}, ${counted(job.hosts, "host")}`
          : run.workload.name}
      </td>
      <td className="n">{run.seed}</td>
      <td className={STATUS_COLOUR[run.status]} title={run.error ?? undefined}>
        {stateOf(run)}
      </td>
      <td className="n">{p50 === null ? "–" : milliseconds(p50)}</td>
      <td className="n">{job ? (p99 === null ? "withheld" : milliseconds(p99)) : "–"}</td>
      <td className="n">{hasEnded(run.status) ? duration(run.simulated_s) : "–"}</td>
      <td className="t-3">{ago(run.created_at)}</td>
    </tr>
  );
}

export default function RunsPage() {
  const navigate = useNavigate();
  const [filter, setFilter] = useState<Filter>("all");
  const [chosen, setChosen] = useState<string[]>([]);
  const list = useRuns(filter === "all" ? undefined : filter, 200);
  const rows = list.data?.results ?? [];
  // The third tick takes the place of the oldest.
  const choose = (id: string) =>
    setChosen((old) => (old.includes(id) ? old.filter((one) => one !== id) : [...old, id].slice(-2)));
  const ready = chosen.length === 2;
  const numbers = chosen
    .map((id) => rows.find((run) => run.id === id)?.number)
    .sort((a, b) => (a ?? 0) - (b ?? 0));
  const compareThem = () => {
    const ordered = [...chosen].sort(
      (a, b) =>
        (rows.find((run) => run.id === a)?.number ?? 0) - (rows.find((run) => run.id === b)?.number ?? 0),
    );
    navigate(`/compare?runs=${ordered.join(",")}`);
  };
  return (
    <div className="app">
      <TopBar
        title="Runs"
        crumb={<h1>Runs</h1>}
        actions={
          <button
            type="button"
            className={ready ? "btn main" : "btn"}
            aria-disabled={!ready}
            onClick={() => ready && compareThem()}
          >
            {ready
              ? `Compare runs ${numbers[0]} and ${numbers[1]}`
              : `Compare after ${2 - chosen.length} more ticked`}
          </button>
        }
      />
      <main className={styles.page}>
        <div className={styles.bar}>
          <Choice<Filter> label="Which runs" value={filter} options={FILTERS} onChange={setFilter} />
          <span className="note">{list.data && counted(list.data.count, "run")}</span>
          <span className="grow" />
          <Link to="/comparisons" className="small">
            Comparisons of all ways
          </Link>
        </div>
        <div className="scroll">
          {list.isError && <ProblemSays error={list.error} />}
          {list.isPending && <Waiting what="Asking for the runs" />}
          {list.isSuccess && rows.length === 0 && (
            <Empty title={filter === "all" ? "Nothing has run yet" : `No run is ${filter}`}>
              <p>
                Open a fabric and press Run. “Run both and compare” makes a ring and an in-network run of the
                same settings, and shows what decides between them.
              </p>
              <Link className="btn" to="/">
                Choose a fabric
              </Link>
            </Empty>
          )}
          {rows.length > 0 && (
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">
                    <span className="only-read">Choose</span>
                  </th>
                  <th scope="col">Run</th>
                  <th scope="col">Fabric</th>
                  <th scope="col">How</th>
                  <th scope="col">Job</th>
                  <th scope="col" className="n">
                    Seed
                  </th>
                  <th scope="col">State</th>
                  <th scope="col" className="n">
                    Iteration p50, ms
                  </th>
                  <th scope="col" className="n">
                    p99, ms
                  </th>
                  <th scope="col" className="n">
                    Simulated
                  </th>
                  <th scope="col">Started</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((run) => (
                  <Row
                    key={run.id}
                    run={run}
                    chosen={chosen.includes(run.id)}
                    onChoose={() => choose(run.id)}
                  />
                ))}
              </tbody>
            </table>
          )}
        </div>
      </main>
    </div>
  );
}
