// Every decision on aggregation of a run: filtered, read one by one, and taken along as a file.
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { asProblem } from "../../api/problems";
import { useFabricOf, useRun } from "../../api/queries";
import type { AuditDecision, AuditRecord, Run } from "../../api/types";
import { TopBar } from "../../app/TopBar";
import { counted, whole } from "../../numbers/format";
import { Choice } from "../../parts/Choice";
import { Icon } from "../../parts/Icon";
import { Empty, ProblemSays, Waiting } from "../../parts/Says";
import { SideColumn } from "../../parts/SideColumn";
import { deviceName, useFabricScene } from "../../parts/scene";
import { NotFoundPage } from "../NotFoundPage";
import styles from "./audit.module.css";
import { RecordList } from "./RecordList";
import { RecordSheet } from "./RecordSheet";
import { type AuditFilter, DECISIONS, fileHref, NO_FILTER } from "./records";
import { useDecisionCounts } from "./useAudit";

export default function AuditPage() {
  const { id = "" } = useParams();
  const run = useRun(id, 5_000);
  if (run.isError && asProblem(run.error).status === 404) return <NotFoundPage what="run" />;
  return (
    <div className="app">
      <TopBar
        title={run.data ? `Audit of run ${run.data.number}` : "Audit"}
        crumb={
          run.data ? (
            <>
              <Link to={`/f/${run.data.fabric.id}`}>{run.data.fabric.name}</Link>
              <span>/</span>
              <Link to={`/runs/${id}`}>Run {run.data.number}</Link>
              <span>/</span>
              <h1>Audit</h1>
            </>
          ) : (
            <h1>Audit</h1>
          )
        }
      />
      {run.data ? (
        <Audited run={run.data} />
      ) : (
        <main>{run.error ? <ProblemSays error={run.error} /> : <Waiting what="Opening the run" />}</main>
      )}
    </div>
  );
}

function Audited({ run }: { run: Run }) {
  const [filter, setFilter] = useState<AuditFilter>(NO_FILTER);
  const [text] = useDebouncedValue(filter.text, 200);
  const asked = { ...filter, text };
  const [shown, setShown] = useState<AuditRecord | null>(null);
  const fabric = useFabricOf(run);
  const scene = useFabricScene(fabric.data?.document);
  const nameOf = (device: string) => deviceName(scene, device);
  const jobName = (job: string) => run.summary?.jobs.find(({ id }) => id === job)?.name || job;
  const set = (part: Partial<AuditFilter>) => {
    setShown(null);
    setFilter({ ...filter, ...part });
  };
  if (run.status !== "finished") {
    return (
      <main>
        <Empty title="No record yet">
          <p className="t-2">What was decided can be read when the run has finished.</p>
        </Empty>
      </main>
    );
  }
  return (
    <main className={styles.page}>
      <Filters run={run} filter={filter} asked={asked} onChange={set} />
      <div className={styles.work}>
        <RecordList
          key={JSON.stringify(asked)}
          run={run}
          filter={asked}
          shown={shown}
          nameOf={nameOf}
          onShow={setShown}
        />
        <SideColumn side="right" label="Record">
          <RecordSheet record={shown} jobName={jobName} nameOf={nameOf} />
        </SideColumn>
      </div>
    </main>
  );
}

interface FiltersProps {
  run: Run;
  filter: AuditFilter;
  /** The same, with words that have come to rest. */
  asked: AuditFilter;
  onChange(part: Partial<AuditFilter>): void;
}

function Filters({ run, filter, asked, onChange }: FiltersProps) {
  const counts = useDecisionCounts(run.id, asked);
  const jobs = run.summary?.jobs ?? [];
  const rails = [...new Set(jobs.flatMap((job) => job.rails.map(({ name }) => name)))];
  const options = (Object.keys(DECISIONS) as AuditDecision[]).map((value) => {
    const count = counts[value];
    return {
      value,
      label: count === undefined ? DECISIONS[value].many : `${DECISIONS[value].many} ${whole(count)}`,
    };
  });
  return (
    <div className={styles.bar}>
      <Choice
        label="Decision"
        value={filter.decision}
        options={[{ value: "all" as const, label: "All" }, ...options]}
        onChange={(decision) => onChange({ decision })}
      />
      {jobs.length > 1 && (
        <Pick
          label="Job"
          all={counted(jobs.length, "job")}
          value={filter.job}
          options={jobs.map((job) => ({ value: job.id, label: job.name || `job ${job.id}` }))}
          onChange={(job) => onChange({ job })}
        />
      )}
      {rails.length > 1 && (
        <Pick
          label="Rail"
          all={counted(rails.length, "rail")}
          value={filter.rail}
          options={rails.map((name) => ({ value: name, label: name }))}
          onChange={(rail) => onChange({ rail })}
        />
      )}
      <label className={`box ${styles.find}`}>
        <Icon name="search" className="t-3" />
        <input
          type="search"
          aria-label="Words in reasons and names"
          placeholder="Words in reasons and names"
          maxLength={200}
          value={filter.text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </label>
      <span className="grow" />
      {(["csv", "json"] as const).map((form) => (
        <a key={form} className="btn" href={fileHref(run.id, asked, form)} download>
          <Icon name="download" />
          {form.toUpperCase()}
        </a>
      ))}
    </div>
  );
}

interface PickProps {
  label: string;
  /** What no choice is called. */
  all: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange(value: string): void;
}

function Pick({ label, all, value, options, onChange }: PickProps) {
  return (
    <div className={`box ${styles.pick}`}>
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">All {all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </div>
  );
}
