// Two runs side by side: the one sentence first, then what shows it.
import { Link, useSearchParams } from "react-router";
import { useComparison, useRun, useRuns } from "../../api/queries";
import { TopBar } from "../../app/TopBar";
import { ago, milliseconds } from "../../numbers/format";
import { Empty, ProblemSays, Waiting } from "../../parts/Says";
import { BothOnTheirWay } from "./BothOnTheirWay";
import { Compared } from "./Compared";

export default function ComparePage() {
  const [search] = useSearchParams();
  const ids = (search.get("runs") ?? "").split(",").filter(Boolean).slice(0, 2);
  if (ids.length < 2) return <Pick first={ids[0]} />;
  return <Pair key={ids.join()} ids={ids} />;
}

function Pair({ ids }: { ids: string[] }) {
  const a = useRun(ids[0], 1_000);
  const b = useRun(ids[1], 1_000);
  const both = a.data && b.data;
  const ready = both && a.data.status === "finished" && b.data.status === "finished";
  const comparison = useComparison(ids, Boolean(ready));
  const error = a.error ?? b.error ?? comparison.error;
  return (
    <div className="app">
      <TopBar
        title={both ? `Runs ${a.data.number} and ${b.data.number}` : "Compare"}
        crumb={
          <>
            {a.data && <Link to={`/f/${a.data.fabric.id}`}>{a.data.fabric.name}</Link>}
            {a.data && <span>/</span>}
            <h1>Compare</h1>
            {both && (
              <span className="code">
                runs {a.data.number}, {b.data.number}
              </span>
            )}
          </>
        }
        actions={
          <Link className="btn" to={`/compare?runs=${ids[1]},${ids[0]}`}>
            Swap A and B
          </Link>
        }
      />
      <main>
        {error ? <ProblemSays error={error} /> : null}
        {!error && comparison.data && <Compared comparison={comparison.data} />}
        {!error && !comparison.data && both && !ready && <BothOnTheirWay runs={[a.data, b.data]} />}
        {!error && !comparison.data && !(both && !ready) && <Waiting what="Comparing the two runs" />}
      </main>
    </div>
  );
}

/** Which run the first one, or any, is compared with. */
function Pick({ first }: { first: string | undefined }) {
  const list = useRuns("finished", 100);
  const one = useRun(first ?? "", false, Boolean(first));
  const others = (list.data?.results ?? []).filter((run) => run.id !== first);
  const sameFabric = others.filter((run) => run.fabric.id === one.data?.fabric.id);
  const rest = others.filter((run) => run.fabric.id !== one.data?.fabric.id);
  return (
    <div className="app">
      <TopBar title="Compare" crumb={<h1>Compare</h1>} />
      <main className="scroll">
        {list.isError && <ProblemSays error={list.error} />}
        {!first && (
          <Empty title="Which two runs?">
            <p>
              Tick two runs in the list of runs, or let one click make the pair: “Run both and compare” in the
              run panel of a fabric runs the ring and in-network aggregation with everything else alike.
            </p>
            <Link className="btn main" to="/runs">
              Choose two runs
            </Link>
          </Empty>
        )}
        {first && one.data && (
          <section className="panel" aria-label="Other runs">
            <div className="panel-head" style={{ minHeight: 48 }}>
              <h2>
                Compare run {one.data.number} ({one.data.scenario.name}) with
              </h2>
              <small>runs on the same fabric first</small>
            </div>
            {list.isSuccess && others.length === 0 && (
              <p className="panel-body t-2">No other run has finished yet.</p>
            )}
            {others.length > 0 && (
              <table className="table">
                <tbody>
                  {[...sameFabric, ...rest].map((run) => (
                    <tr key={run.id}>
                      <td>
                        <Link to={`/compare?runs=${first},${run.id}`}>
                          <b className="strong">Run {run.number}</b>
                        </Link>
                      </td>
                      <td>{run.scenario.name}</td>
                      <td>{run.fabric.name}</td>
                      <td className="n">
                        {run.summary?.jobs[0]?.iteration.p50 == null
                          ? "–"
                          : `p50 ${milliseconds(run.summary.jobs[0].iteration.p50)} ms`}
                      </td>
                      <td className="t-3">{ago(run.created_at)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </section>
        )}
      </main>
    </div>
  );
}
