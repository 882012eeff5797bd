// One way below the table: its stages against what was simulated, what was decided, what hosts send and add.
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { WayRow } from "../../api/types";
import { bytes, collectiveRate, milliseconds } from "../../numbers/format";
import { Panel } from "../../parts/Panel";
import styles from "./comparisons.module.css";
import { decided, percentileText, stagesOf } from "./figures";

interface Props {
  way: WayRow;
  /** The run of the ring, which the way's own can be laid beside. */
  ring: string | null;
  /** What a place of the bound is called. */
  nameOf(at: string): string;
  /** What is compared, and against what. */
  about: ReactNode;
}

export function WayDetail({ way, ring, nameOf, about }: Props) {
  return (
    <div className={styles.detail}>
      <Panel title={`What bounds ${way.title}`} small="least time of each stage against the median, ms">
        <Stages way={way} nameOf={nameOf} />
      </Panel>
      <Panel
        title="What it took"
        end={
          ring &&
          way.run &&
          way.run !== ring && <Link to={`/compare?runs=${ring},${way.run}`}>Beside the ring</Link>
        }
      >
        <dl className="panel-body">
          {rowsOf(way).map(([name, value]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Panel title="What is compared">{about}</Panel>
    </div>
  );
}

function Stages({ way, nameOf }: Pick<Props, "way" | "nameOf">) {
  const stages = stagesOf(way);
  if (!stages.length) {
    return <p className="panel-body t-3">{way.says ?? "Known when its run has ended."}</p>;
  }
  const median = way.communication?.p50;
  return (
    <div className="panel-body">
      <ul className={styles.stages}>
        {stages.map((stage) => (
          <li key={stage.name} className={stage.bounds ? styles.bounds : undefined}>
            <span className="clip" title={stage.at ? nameOf(stage.at) : undefined}>
              {stage.name} {stage.at && <span className="t-3">{nameOf(stage.at)}</span>}
            </span>
            <span className={styles.track}>
              <i className={styles.bar} style={{ width: `${100 * stage.share}%` }} />
            </span>
            <b>{stage.ms}</b>
          </li>
        ))}
        {median != null && (
          <li className={styles.median}>
            <span>simulated, median</span>
            <span className={styles.track}>
              <i className={styles.whole} style={{ width: "100%" }} />
            </span>
            <b>{milliseconds(median)}</b>
          </li>
        )}
      </ul>
      {way.gain && <p className="note">{sentence(way.gain.says)}</p>}
    </div>
  );
}

const sentence = (text: string): string => `${text[0].toUpperCase()}${text.slice(1)}.`;

function rowsOf(way: WayRow): [string, ReactNode][] {
  if (!way.communication) return [["State", way.says ?? way.status ?? "–"]];
  const p999 = percentileText(way, "communication", "p999");
  const rows: [string, ReactNode][] = [
    [
      "Communication p99.9",
      p999 === "withheld" ? `withheld, ${way.communication.count} of 1,000` : `${p999} ms`,
    ],
    ["Algorithm bandwidth", way.rate === null ? "–" : `${collectiveRate(way.rate)} GB/s`],
    ["Host sends", way.bytes_per_host === null ? "–" : `${bytes(way.bytes_per_host)} an iteration`],
    ["Host adds", way.host_added_bytes === null ? "–" : `${bytes(way.host_added_bytes)} an iteration`],
  ];
  if (way.decisions) {
    rows.push(["Trees", decided(way)]);
    if (way.decisions.newest) rows.push(["Newest reason", way.decisions.newest]);
  }
  return rows;
}
