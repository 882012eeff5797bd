// What bounds a collective by the way it goes: the least time of each stage, against what was measured.
import type { JobSummary } from "../../api/types";
import { milliseconds } from "../../numbers/format";
import { Panel } from "../../parts/Panel";
import styles from "./run.module.css";

interface Props {
  jobs: readonly JobSummary[];
  nameOf(device: string): string;
}

export function BoundPanel({ jobs, nameOf }: Props) {
  const bounded = jobs.filter((job) => job.bound);
  if (!bounded.length) return null;
  return (
    <Panel title="What bounds it" small="least time, worked out without the run">
      {bounded.map((job) => (
        <Bound key={job.id} job={job} isSeveral={jobs.length > 1} nameOf={nameOf} />
      ))}
    </Panel>
  );
}

interface BoundProps {
  job: JobSummary;
  isSeveral: boolean;
  nameOf(device: string): string;
}

function Bound({ job, isSeveral, nameOf }: BoundProps) {
  const { bound, communication } = job;
  if (!bound) return null;
  const stages = [
    ...bound.stages.map(({ name, seconds, at }) => ({ name, seconds, at: at && nameOf(at) })),
    { name: "latency", seconds: bound.latency_s, at: null },
  ];
  const most = Math.max(bound.least_s, communication.p50 ?? 0);
  return (
    <>
      <p className={`panel-body ${styles.because}`}>
        {isSeveral && <span className="t-2">{sentence(job.name || `job ${job.id}`)}: </span>}
        {sentence(bound.bounded_by)} {isPlural(bound.bounded_by) ? "allow" : "allows"} no collective below{" "}
        <b className="strong">{milliseconds(bound.least_s)} ms</b>
        {communication.p50 !== null && <>; the median took {milliseconds(communication.p50)} ms</>}.
      </p>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col">
              <span className="only-read">Share of the median</span>
            </th>
            <th scope="col" className="n">
              Least, ms
            </th>
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <tr key={`${stage.name} ${stage.at}`}>
              <td>
                {stage.name === bound.bounded_by ? <b className="strong">{stage.name}</b> : stage.name}
                {stage.at && <span className="t-3"> {stage.at}</span>}
              </td>
              <td style={{ width: 96 }}>
                <div className="bar">
                  <i style={{ width: `${most > 0 ? (100 * stage.seconds) / most : 0}%` }} />
                </div>
              </td>
              <td className="n">{milliseconds(stage.seconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const isPlural = (stage: string): boolean => /s$/.test(stage.split(" ").at(-1) ?? "");
