// Why a job is slow: one sentence with the cable's name, and where the job's time went.
import { useState } from "react";
import type { CableGain, JobSummary, JobWhy } from "../../api/types";
import { percent, whole } from "../../numbers/format";
import styles from "./run.module.css";
import { lookedFrom, partsOf, whySentence } from "./why";

interface Props {
  jobs: readonly JobSummary[];
  /** "leaf-1/p13 → spine-2/p4" */
  nameOf(gain: CableGain): string;
  onPick(cable: string): void;
}

export function WhyPanel({ jobs, nameOf, onPick }: Props) {
  const told = jobs.filter((job) => job.why);
  const [chosen, setChosen] = useState<string | null>(null);
  const job = told.find((one) => one.id === chosen) ?? told[0];
  if (!job?.why) return null;
  const { looked } = job.why;
  const from = lookedFrom(looked);
  return (
    <section className="panel" aria-label="Why is this job slow?">
      <div className="panel-head">
        <h2>Why is this job slow?</h2>
        {told.length > 1 && (
          <span className="end">
            <select
              className={styles.jobs}
              aria-label="Job"
              value={job.id}
              onChange={(event) => setChosen(event.target.value)}
            >
              {told.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name || one.id}
                </option>
              ))}
            </select>
          </span>
        )}
      </div>
      <div className="panel-body">
        <Because why={job.why} nameOf={nameOf} onPick={onPick} />
        <WhereTimeWent job={job} />
        {from && (
          <p className="note">
            {looked.of_events > 0 &&
              `Looked at: the last ${whole(looked.events)} of ${whole(looked.of_events)} events. `}
            More rate counts from {from} on.
          </p>
        )}
      </div>
    </section>
  );
}

/** The sentence, with its cable as a way to it. */
export function Because({ why, nameOf, onPick }: { why: JobWhy } & Pick<Props, "nameOf" | "onPick">) {
  const { before, cable, after, more } = whySentence(why);
  return (
    <p className={styles.because}>
      {before}
      {cable && (
        <button type="button" className="link label" onClick={() => onPick(cable.cable)}>
          {nameOf(cable)}
        </button>
      )}
      {after} <span className="t-2">{more}</span>
    </p>
  );
}

function WhereTimeWent({ job }: { job: JobSummary }) {
  const parts = job.why ? partsOf(job.why) : [];
  return (
    <div className={styles.where}>
      <div className={styles.whereBar} aria-hidden="true">
        {parts.map((part) => (
          <i
            key={part.key}
            className={part.isAnswer ? styles.answer : part.key === "compute" ? styles.compute : undefined}
            style={{ flexGrow: part.share }}
          />
        ))}
      </div>
      <ul className={styles.whereWords} aria-label="Where its time went">
        {parts.map((part) => (
          <li
            key={part.key}
            className={part.isAnswer ? styles.answer : part.key === "compute" ? styles.compute : undefined}
          >
            {part.name} <b className="label">{percent(part.share)} %</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
