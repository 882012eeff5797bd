// All comparisons of ways, the newest first.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { comparisons } from "../../api/calls";
import { keys, useComparisons } from "../../api/queries";
import type { ComparisonEntry } from "../../api/types";
import { TopBar } from "../../app/TopBar";
import { ago, counted } from "../../numbers/format";
import { Icon } from "../../parts/Icon";
import { Empty, ProblemSays, Waiting } from "../../parts/Says";

export default function ComparisonsPage() {
  const client = useQueryClient();
  const list = useComparisons();
  const remove = useMutation({
    mutationFn: (id: string) => comparisons.remove(id),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.comparisons }),
  });
  const rows = list.data?.results ?? [];
  return (
    <div className="app">
      <TopBar
        title="All ways"
        crumb={
          <>
            <Link to="/runs">Runs</Link>
            <span>/</span>
            <h1>Comparisons of all ways</h1>
          </>
        }
      />
      <main className="scroll">
        {list.isError && <ProblemSays error={list.error} />}
        {remove.isError && <ProblemSays error={remove.error} />}
        {list.isPending && <Waiting what="Asking for the comparisons" />}
        {list.isSuccess && rows.length === 0 && (
          <Empty title="Nothing has been compared yet">
            <p>
              “Compare all ways”, in the run panel of a fabric or on a run of an all-reduce, runs the job by
              every way that fits: trees, NVLS, edge servers, switches that add. It says which is best, by how
              much, and what bounds it.
            </p>
            <Link className="btn" to="/">
              Choose a fabric
            </Link>
          </Empty>
        )}
        {rows.length > 0 && (
          <table className="table" aria-label="Comparisons">
            <thead>
              <tr>
                <th scope="col">Comparison</th>
                <th scope="col">Fabric</th>
                <th scope="col">Workload</th>
                <th scope="col" className="n">
                  Seed
                </th>
                <th scope="col">State</th>
                <th scope="col">Started</th>
                <th scope="col">
                  <span className="only-read">Delete</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((each) => (
                <Row key={each.id} entry={each} onRemove={() => remove.mutate(each.id)} />
              ))}
            </tbody>
          </table>
        )}
      </main>
    </div>
  );
}

function Row({ entry, onRemove }: { entry: ComparisonEntry; onRemove(): void }) {
  const { id, name, fabric, workload, seed, ways, running, created_at } = entry;
  return (
    <tr>
      <td>
        <Link to={`/comparisons/${id}`}>
          <b className="strong">{name}</b>
        </Link>
      </td>
      <td>
        <Link to={`/f/${fabric.id}`}>{fabric.name}</Link> <span className="t-3">r{fabric.revision}</span>
      </td>
      <td>{workload.name}</td>
      <td className="n">{seed}</td>
      <td className={running ? "t-accent" : undefined}>
        {running ? `${running} of ${counted(ways, "run")} under way` : counted(ways, "run")}
      </td>
      <td className="t-3">{ago(created_at)}</td>
      <td className="n">
        <button
          type="button"
          className="btn bare square"
          aria-label={`Delete ${name}`}
          title="Delete the comparison; its runs stay"
          onClick={onRemove}
        >
          <Icon name="trash" />
        </button>
      </td>
    </tr>
  );
}
