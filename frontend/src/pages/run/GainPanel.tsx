// Where more rate would buy most: the ten cables, and each kind of cable as a whole; a click shows one on the canvas.
import { useState } from "react";
import type { CableGain, KindGain, RunSummary } from "../../api/types";
import { counted, percent } from "../../numbers/format";
import { Choice } from "../../parts/Choice";
import { Panel } from "../../parts/Panel";
import { Ends } from "./Ends";
import styles from "./run.module.css";
import { type GainUnit, gainUnit, isTied, lookedFrom } from "./why";

interface Props {
  summary: RunSummary;
  selected: string | null;
  /** "leaf-1/p13 → spine-2/p4" */
  nameOf(gain: CableGain): string;
  /** "Hosts – leaf" */
  kindName(tiers: readonly number[]): string;
  onPick(cable: string): void;
}

/** What shall come sooner, and where more rate would make it do so. */
interface Gains {
  key: string;
  label: string;
  says: string;
  cables: readonly CableGain[];
  kinds: readonly KindGain[];
}

/** The ends that are asked about: of each job, of the run where it is another, and of the flows on average. */
function gainsOf({ jobs, why }: RunSummary): Gains[] {
  const lists: Gains[] = jobs.flatMap(({ id, name, why: job }) =>
    job
      ? [
          {
            key: id,
            label: jobs.length > 1 ? name || id : "Job",
            says: "ends the job sooner by",
            cables: job.cables,
            kinds: job.kinds,
          },
        ]
      : [],
  );
  if (!why) return lists;
  const isOneOfThem = why.ends_with !== null && lists.some(({ key }) => key === why.ends_with);
  if (!isOneOfThem && why.cables.length)
    lists.push({
      key: "run",
      label: "Run",
      says: "ends the run sooner by",
      cables: why.cables,
      kinds: why.kinds,
    });
  if (why.flow_cables.length)
    lists.push({
      key: "flows",
      label: "Flows",
      says: "makes a flow faster, on average by",
      cables: why.flow_cables,
      kinds: [],
    });
  return lists;
}

export function GainPanel({ summary, selected, nameOf, kindName, onPick }: Props) {
  const lists = gainsOf(summary);
  const [chosen, setChosen] = useState<string | null>(null);
  const gains = lists.find(({ key }) => key === chosen) ?? lists[0];
  if (!gains) return null;
  const looked = summary.why?.looked ?? summary.jobs.find((job) => job.why)?.why?.looked;
  const from = looked ? lookedFrom(looked) : null;
  const unit = gainUnit([
    ...gains.cables.flatMap((gain) => [gain.buys_s_per_gbps, gain.together_s_per_gbps]),
    ...gains.kinds.map((gain) => gain.buys_s_per_gbps),
  ]);
  return (
    <Panel title="Where more would buy most" small={from ? `from ${from} on` : "one Gb/s more"}>
      {(lists.length > 1 || gains.key === "flows") && (
        <div className={`panel-body ${styles.asked}`}>
          {lists.length > 1 && (
            <Choice
              label="What shall come sooner"
              value={gains.key}
              options={lists.map(({ key, label }) => ({ value: key, label }))}
              onChange={setChosen}
            />
          )}
          <span className="note">{gains.says}</span>
        </div>
      )}
      <GainTable {...{ gains, unit, selected, nameOf, kindName, onPick }} />
    </Panel>
  );
}

interface TableProps extends Omit<Props, "summary"> {
  gains: Gains;
  unit: GainUnit;
}

function GainTable({ gains, unit, selected, nameOf, kindName, onPick }: TableProps) {
  const someTied = gains.cables.some(isTied);
  return (
    <table className={`table ${styles.gains}`}>
      <thead>
        <tr>
          <th scope="col">Cable</th>
          <th
            scope="col"
            className="n"
            title="Share of the communication time in which it was the bottleneck"
          >
            Held, %
          </th>
          <th scope="col" className="n" title="What one more Gb/s on this cable alone buys">
            Buys, {unit.unit}
          </th>
          {someTied && (
            <th
              scope="col"
              className="n"
              title="What one more Gb/s buys on this cable and on all that are tied with it"
            >
              With ties
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {gains.cables.map((gain) => (
          <tr
            key={`${gain.cable} ${gain.direction}`}
            className={gain.cable === selected ? "selected" : "pick"}
          >
            <td className="id wide" title={nameOf(gain)}>
              <button type="button" className={`link ${styles.cable}`} onClick={() => onPick(gain.cable)}>
                <Ends name={nameOf(gain)} />
              </button>
            </td>
            <td className="n">{percent(gain.share)}</td>
            <td className="n">
              <b className="strong">{unit.says(gain.buys_s_per_gbps)}</b>
            </td>
            {someTied && (
              <td
                className={isTied(gain) ? "n" : "n t-3"}
                title={isTied(gain) ? `Tied with ${counted(Math.round(gain.tied), "other")}` : undefined}
              >
                {isTied(gain) ? unit.says(gain.together_s_per_gbps) : "–"}
              </td>
            )}
          </tr>
        ))}
      </tbody>
      {gains.kinds.length > 0 && (
        <tbody className={styles.kinds}>
          {gains.kinds.map((kind) => (
            <tr key={kind.tiers.join()}>
              <td className="wide">
                {kindName(kind.tiers)} <span className="t-3">all {counted(kind.cables, "cable")}</span>
              </td>
              <td className="n">{percent(kind.share)}</td>
              <td className="n">{unit.says(kind.buys_s_per_gbps)}</td>
              {someTied && <td />}
            </tr>
          ))}
        </tbody>
      )}
    </table>
  );
}
