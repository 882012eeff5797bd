// The fabrics that were last touched: a drawing, what stands in them, what is wrong, and the newest run.
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { useAllFabrics, useFabric } from "../../api/queries";
import type { FabricPage, FabricRow, Run } from "../../api/types";
import { isOpen } from "../../fabric";
import { ago, counted } from "../../numbers/format";
import { FabricDrawing } from "../../parts/FabricDrawing";
import { countOf } from "../../parts/Findings";
import { ProblemSays } from "../../parts/Says";
import { TierDrawing } from "../../parts/TierDrawing";
import styles from "./home.module.css";

function standing(fabric: FabricRow): string {
  const { switches, hosts, adapters, cables, gpus } = fabric.counts;
  if (!switches && !hosts) return "Nothing drawn yet.";
  const ends = adapters > hosts ? counted(adapters, "adapter") : counted(hosts, "host");
  const parts = [
    counted(switches, "switch", "switches"),
    gpus ? counted(gpus, "GPU") : ends,
    counted(cables, "cable"),
  ];
  return `${parts.join(", ")}.`;
}

function soundness(fabric: FabricRow): string {
  const errors = countOf(fabric.findings, "error");
  const warnings = countOf(fabric.findings.filter(isOpen), "warning");
  if (errors) return `${counted(errors, "error")} to mend before it can run.`;
  return warnings ? `No errors, ${counted(warnings, "warning")}.` : "No errors.";
}

function newest(runs: readonly Run[], fabric: FabricRow): string {
  const run = runs.find((one) => one.fabric.id === fabric.id);
  if (!run) return "";
  if (run.status === "running") return `Run ${run.number} is live.`;
  return `Run ${run.number} ${run.status}.`;
}

const DRAWN = 3;
const MORE = 6;
const COLUMNS = [styles.one, styles.one, styles.two, styles.three];

interface Props {
  list: UseQueryResult<FabricPage>;
  runs: readonly Run[];
}

export function RecentFabrics({ list, runs }: Props) {
  const [isAll, setAll] = useState(false);
  const all = useAllFabrics(isAll);
  const rows = all.data?.results ?? list.data?.results ?? [];
  const count = list.data?.count ?? 0;
  return (
    <section aria-label="Continue">
      <h2 className={styles.title}>
        Continue <small>{rows.length > 0 && counted(count, "fabric")}</small>
        {count > DRAWN + MORE && (
          <button type="button" className={`link ${styles.all}`} onClick={() => setAll(!isAll)}>
            {isAll ? "Show the newest" : "Show all"}
          </button>
        )}
      </h2>
      {list.isError && <ProblemSays error={list.error} />}
      {all.isError && <ProblemSays error={all.error} />}
      {list.isSuccess && rows.length === 0 && (
        <p className={`${styles.nothing} t-2`}>
          No fabric yet. Drop a dump of yours below, or start from a template.
        </p>
      )}
      {rows.length > 0 && (
        <ul className={`${styles.recent} ${COLUMNS[Math.min(rows.length, DRAWN)]}`}>
          {rows.slice(0, DRAWN).map((fabric) => (
            <li key={fabric.id}>
              <Link to={`/f/${fabric.id}`}>
                <div className={styles.drawing}>
                  <Drawing fabric={fabric} />
                </div>
                <Words fabric={fabric} runs={runs} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {rows.length > DRAWN && (
        <ul className={`${styles.recent} ${styles.three} ${styles.more}`}>
          {rows.slice(DRAWN, isAll ? undefined : DRAWN + MORE).map((fabric) => (
            <li key={fabric.id}>
              <Link to={`/f/${fabric.id}`}>
                <Words fabric={fabric} runs={runs} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The fabric itself once its document is here, until then its tiers. */
function Drawing({ fabric }: { fabric: FabricRow }) {
  const whole = useFabric(fabric.id);
  if (whole.data) return <FabricDrawing document={whole.data.document} label={`Drawing of ${fabric.name}`} />;
  return <TierDrawing tiers={fabric.tiers} hosts={fabric.counts.hosts} width={320} height={160} />;
}

function Words({ fabric, runs }: { fabric: FabricRow; runs: readonly Run[] }) {
  return (
    <div className={styles.words}>
      <b>{fabric.name}</b>
      {standing(fabric)} Revision {fabric.revision}. {soundness(fabric)} {newest(runs, fabric)}
      <span className="t-3"> Edited {ago(fabric.updated_at)}.</span>
    </div>
  );
}
