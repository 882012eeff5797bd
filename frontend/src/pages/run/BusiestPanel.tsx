// The ten busiest cables of the frame that is shown; a click selects one on the canvas, and one click breaks it anew.
import { Link } from "react-router";
import { Sparkline } from "../../charts/Sparkline";
import { busiest, cableShare } from "../../live/frame";
import { percent, whole } from "../../numbers/format";
import { Panel } from "../../parts/Panel";
import type { CableWords } from "../../parts/scene";
import { type Broken, downCable, slowCable } from "../launch/faults";
import { Ends } from "./Ends";
import type { Moment } from "./feed";
import styles from "./run.module.css";

interface Props {
  moments: readonly Moment[];
  /** The index of the moment that is shown. */
  at: number;
  cables: readonly CableWords[];
  /** Simulated time of the first fault, for the tick of the small charts. */
  faultS: number | null;
  selected: string | null;
  /** Where the settings of this run with something broken besides are. */
  breakHref(broken: Broken): string;
  onPick(cable: string): void;
}

const ROWS = 10;
const SPARK_POINTS = 33;

/** Some moments from the first to the one that is shown, evenly spread. */
function sampled(moments: readonly Moment[], at: number): Moment[] {
  const count = Math.min(SPARK_POINTS, at + 1);
  if (count < 2) return moments.slice(0, at + 1);
  return Array.from({ length: count }, (_, i) => moments[Math.round((i * at) / (count - 1))]);
}

export function BusiestPanel({ moments, at, cables, faultS, selected, breakHref, onPick }: Props) {
  const now = moments[at]?.frame;
  const rows = now ? busiest(now.utilisation, ROWS).filter(({ row }) => cables[row]) : [];
  const past = sampled(moments, at);
  const endS = now?.simulatedS ?? 0;
  const tick = faultS !== null && faultS <= endS && endS > 0 ? faultS / endS : null;
  const chosen = cables.findIndex((cable) => cable.id === selected);
  const between = now
    ? busiest(now.utilisation, cables.length).find(({ row }) => cables[row]?.between)
    : undefined;
  const toBreak = chosen >= 0 ? cables[chosen] : between ? cables[between.row] : undefined;
  const toBreakShare = now && toBreak ? cableShare(now.utilisation, cables.indexOf(toBreak)) : null;
  return (
    <Panel title="Busiest cables" small="in this frame" end={`of ${whole(cables.length)}`}>
      {!rows.length && (
        <p className="panel-body note">
          {now ? "No cable carries anything in this frame." : "There is no frame to read them from."}
        </p>
      )}
      {rows.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Cable</th>
              <th scope="col">This run</th>
              <th scope="col" className="n">
                Now
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, share }) => {
              const cable = cables[row];
              return (
                <tr key={cable.id} className={cable.id === selected ? "selected" : "pick"}>
                  <td className="id wide" title={cable.name}>
                    <button type="button" className={`link ${styles.cable}`} onClick={() => onPick(cable.id)}>
                      <Ends name={cable.name} />
                    </button>
                  </td>
                  <td>
                    <Sparkline
                      values={past.map(({ frame }) => cableShare(frame.utilisation, row) ?? 0)}
                      faultAt={tick}
                    />
                  </td>
                  <td className="n">
                    <b className="strong">{percent(share)}</b> %
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {toBreak && (
        <div className={styles.breaks}>
          <p className="note">
            {chosen >= 0 ? "Selected" : "Busiest between switches"}:{" "}
            <span className="id">{toBreak.name}</span>
            {toBreakShare !== null && `, ${percent(toBreakShare)} %`}
          </p>
          <div className={styles.ways}>
            <Link className="btn" to={breakHref(slowCable(toBreak.id))}>
              Degrade to 25 % in a new run
            </Link>
            <Link className="btn" to={breakHref(downCable(toBreak.id))}>
              Take it down
            </Link>
          </div>
        </div>
      )}
    </Panel>
  );
}
