// Every way of an all-reduce side by side: one sentence, the table, and what bounds the way that is chosen.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link, useParams } from "react-router";
import { comparisons } from "../../api/calls";
import { asProblem } from "../../api/problems";
import { keys, useFabricOf, useWays } from "../../api/queries";
import type { WaysComparison } from "../../api/types";
import { TopBar } from "../../app/TopBar";
import { bytes } from "../../numbers/format";
import { Icon } from "../../parts/Icon";
import { ProblemSays, Waiting } from "../../parts/Says";
import { NotFoundPage } from "../NotFoundPage";
import styles from "./comparisons.module.css";
import { placeName, subjectSays, tiersOf } from "./figures";
import { WayDetail } from "./WayDetail";
import { WaysTable } from "./WaysTable";

export default function ComparisonPage() {
  const { id = "" } = useParams();
  const client = useQueryClient();
  const ways = useWays(id);
  const keep = useMutation({ mutationFn: (format: "csv" | "markdown") => comparisons.table(id, format) });
  const cancel = useMutation({
    mutationFn: () => comparisons.cancel(id),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.comparison(id) }),
  });
  if (ways.isError && asProblem(ways.error).status === 404) return <NotFoundPage what="comparison" />;
  const found = ways.data;
  return (
    <div className="app">
      <TopBar
        title={found ? `All ways, ${found.name}` : "All ways"}
        crumb={
          <>
            {found && <Link to={`/f/${found.fabric.id}`}>{found.fabric.name}</Link>}
            {found && <span>/</span>}
            <h1>All ways</h1>
            {found && <span className="code">{`seed ${found.seed} · r${found.fabric.revision}`}</span>}
          </>
        }
        actions={
          found && (
            <>
              {found.running > 0 && (
                <button
                  type="button"
                  className="btn"
                  disabled={cancel.isPending}
                  onClick={() => cancel.mutate()}
                >
                  <Icon name="stop" />
                  Cancel all
                </button>
              )}
              <button type="button" className="btn" onClick={() => keep.mutate("csv")}>
                <Icon name="download" />
                Table as CSV
              </button>
              <button type="button" className="btn" onClick={() => keep.mutate("markdown")}>
                <Icon name="download" />
                Markdown
              </button>
              <Link className="btn main" to={`/comparisons/${id}/ladder`}>
                What to try first
              </Link>
            </>
          )
        }
      />
      <main>
        {ways.isError && <ProblemSays error={ways.error} />}
        {keep.isError && <ProblemSays error={keep.error} />}
        {cancel.isError && <ProblemSays error={cancel.error} />}
        {ways.isPending && <Waiting what="Opening the comparison" />}
        {found && <Ways comparison={found} />}
      </main>
    </div>
  );
}

function Ways({ comparison }: { comparison: WaysComparison }) {
  const { ways, subject, baseline } = comparison;
  const [chosen, setChosen] = useState<string | null>(null);
  const best = ways.find((way) => way.is_best) ?? ways[0];
  const way = ways.find(({ name }) => name === chosen) ?? best;
  const ring = ways.find(({ name }) => name === "ring")?.run ?? null;
  const fabric = useFabricOf(comparison).data;
  const nameOf = useMemo(() => {
    const names = new Map(fabric?.document.devices.map((device) => [device.id, device.name]));
    return (at: string) => placeName(at, names);
  }, [fabric]);
  return (
    <div className={styles.page}>
      <section className={styles.says} aria-label="Result">
        <h2>{comparison.says}</h2>
        <p>
          {subjectSays(comparison, bytes(subject.size_bytes))} Gains are over {baseline}.
        </p>
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="scroll" tabIndex={0} aria-label="All ways">
        <WaysTable ways={ways} tiers={tiersOf(ways)} chosen={way.name} nameOf={nameOf} onChoose={setChosen} />
      </section>
      <WayDetail
        way={way}
        ring={ring}
        nameOf={nameOf}
        about={
          <div className={`panel-body ${styles.about}`}>
            <p>
              <b className="strong">{subject.job}</b> on {comparison.fabric.name}, revision{" "}
              {comparison.fabric.revision}; all else is alike in every way, and each runs alone.
            </p>
            <p>
              The line in a bar is the most that there can be: the ring’s time by the way’s latency and
              slowest stage, reckoned without the simulation. A gain above it is not shown.
            </p>
            <p className="note">Bytes are of an iteration, background with them. Simulated at flow level.</p>
          </div>
        }
      />
    </div>
  );
}
