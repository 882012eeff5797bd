// What bounds a collective by the way it goes: the least time of each stage, against what was measured.
import type { JobSummary } from "../../api/types";
import { milliseconds } from "../../numbers/format";
import { Panel } from "../../parts/Panel";
import { type Bounded, boundedAlike } from "./bounds";
import styles from "./run.module.css";

interface Props {
  jobs: readonly JobSummary[];
  /** What a place of the bound is called: "leaf-3 to spine-1". */
  nameOf(at: string): string;
}

export function BoundPanel({ jobs, nameOf }: Props) {
  const alike = boundedAlike(jobs);
  if (!alike.length) return null;
  return (
    <Panel title="What bounds it" small="least time, worked out without the run">
      {alike.map((each) => (
        <Bound key={each.called} {...each} isSeveral={jobs.length > 1} nameOf={nameOf} />
      ))}
    </Panel>
  );
}

interface BoundProps extends Bounded {
  isSeveral: boolean;
  nameOf(at: string): string;
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const isPlural = (stage: string): boolean => /s$/.test(stage.split(" ").at(-1) ?? "");

function Bound({ called, bound, medianS, isSeveral, nameOf }: BoundProps) {
  const stages = [
    ...bound.stages.map(({ name, seconds, at }) => ({ name, seconds, at: at && nameOf(at) })),
    { name: "latency", seconds: bound.latency_s, at: null },
  ];
  const most = Math.max(bound.least_s, medianS ?? 0);
  return (
    <>
      <p className={`panel-body ${styles.because}`}>
        {isSeveral && <span className="t-2">{sentence(called)}: </span>}
        {sentence(bound.bounded_by)} {isPlural(bound.bounded_by) ? "allow" : "allows"} no collective below{" "}
        <b className="strong">{milliseconds(bound.least_s)} ms</b>
        {medianS !== null && <>; the median took {milliseconds(medianS)} ms</>}.
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
              <td className="wide says-all">
                {stage.name === bound.bounded_by ? <b className="strong">{stage.name}</b> : stage.name}
                {stage.at && <span className="t-3"> {stage.at}</span>}
              </td>
              <td className={styles.stage}>
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
