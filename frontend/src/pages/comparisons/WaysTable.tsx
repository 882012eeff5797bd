// A row a way, by rung: the gain as a bar with its bound as a line, times, bytes by tiers, what was decided.
import { Link } from "react-router";
import type { WayRow } from "../../api/types";
import { fixed, measure, percent, plain } from "../../numbers/format";
import styles from "./comparisons.module.css";
import {
  axisEnd,
  barOf,
  carried,
  decided,
  isGoing,
  marks,
  percentileText,
  RUNGS,
  type Tiers,
  unfitOf,
} from "./figures";

interface Props {
  ways: readonly WayRow[];
  tiers: readonly Tiers[];
  chosen: string;
  /** What a place of the bound is called. */
  nameOf(at: string): string;
  onChoose(name: string): void;
}

export function WaysTable({ ways, tiers, chosen, nameOf, onChoose }: Props) {
  const end = axisEnd(ways);
  const columns = 7 + tiers.length;
  return (
    <table className={`table ${styles.ways}`} aria-label="Ways">
      <thead>
        <tr>
          <th scope="col">Way</th>
          <th scope="col" className={styles.gainHead}>
            <span className={styles.axisName}>Times as fast as the ring</span>
            <span className={styles.axis} aria-hidden="true">
              {marks(end).map((mark) => (
                <i key={mark} style={{ left: `${(100 * mark) / end}%` }}>
                  {plain(mark)}
                </i>
              ))}
            </span>
          </th>
          <th scope="col">Bounded by</th>
          <th scope="col" className="n">
            p50, ms
          </th>
          <th scope="col" className="n">
            p99, ms
          </th>
          <th scope="col" className="n" title="Whole iterations, their compute with them">
            Iteration p99, ms
          </th>
          {tiers.map(({ key, name }) => (
            <th key={key} scope="col" className="n" title="Of an iteration, both directions, whoever sent it">
              {name}, GB
            </th>
          ))}
          <th scope="col" className="n" title="What a host adds up itself in an iteration">
            Host adds, GB
          </th>
        </tr>
      </thead>
      {RUNGS.map(({ key, title, says }) => {
        const rows = ways.filter((way) => way.rung === key);
        if (!rows.length) return null;
        return (
          <tbody key={key}>
            <tr className={styles.rung}>
              <th scope="rowgroup" colSpan={columns}>
                {title} <span className="t-3">{says}</span>
              </th>
            </tr>
            {rows
              .filter((way) => way.communication || !way.says)
              .map((way) => (
                <Row
                  key={way.name}
                  way={way}
                  end={end}
                  tiers={tiers}
                  chosen={way.name === chosen}
                  nameOf={nameOf}
                  onChoose={() => onChoose(way.name)}
                />
              ))}
            {unfitOf(rows).map(({ says, failed, ways: alike }) => (
              <tr key={says} className={styles.unfit}>
                <th scope="row" className={styles.way}>
                  {alike.map((way) => (
                    <div key={way.name}>
                      {way.title}
                      {way.run && (
                        <Link className="t-3" to={`/runs/${way.run}`}>
                          run {way.number}
                        </Link>
                      )}
                    </div>
                  ))}
                </th>
                <td colSpan={columns - 1} className={failed ? "says-all t-error" : "says-all"}>
                  {says}
                </td>
              </tr>
            ))}
          </tbody>
        );
      })}
    </table>
  );
}

interface RowProps {
  way: WayRow;
  end: number;
  tiers: readonly Tiers[];
  chosen: boolean;
  nameOf(at: string): string;
  onChoose(): void;
}

function Row({ way, end, tiers, chosen, nameOf, onChoose }: RowProps) {
  const name = (
    <th scope="row" className={styles.way}>
      <button type="button" className="link" onClick={onChoose}>
        {way.is_best ? <b className="strong">{way.title}</b> : way.title}
      </button>
      {way.is_best && <span className={styles.best}>best</span>}
      {way.run && (
        <Link className="t-3" to={`/runs/${way.run}`}>
          run {way.number}
        </Link>
      )}
    </th>
  );
  const withheld = (text: string) => (text === "withheld" ? "n t-3" : "n");
  const [p50, p99] = (["p50", "p99"] as const).map((each) => percentileText(way, "communication", each));
  const iteration = percentileText(way, "iteration", "p99");
  return (
    <tr className={chosen ? "selected" : "pick"}>
      {name}
      <td>{isGoing(way) ? <Going way={way} /> : <GainBar way={way} end={end} />}</td>
      <td className={styles.bounded}>
        {way.bound && (
          <span title={way.bound.says}>
            {way.bound.bounded_by}
            {way.bound.stages[0]?.at && way.bound.bounded_by === way.bound.stages[0].name && (
              <span className="t-3"> {nameOf(way.bound.stages[0].at)}</span>
            )}
          </span>
        )}
        {way.decisions && way.decisions.fell_back > 0 && (
          <span className={styles.fell} title={way.decisions.newest ?? undefined}>
            {decided(way)}
          </span>
        )}
      </td>
      <td className="n">{way.is_best ? <b className="strong">{p50}</b> : p50}</td>
      <td className={withheld(p99)}>{p99}</td>
      <td className={withheld(iteration)}>{iteration}</td>
      {tiers.map(({ key }) => (
        <td key={key} className="n">
          {carried(way, key)}
        </td>
      ))}
      <td className="n">{way.host_added_bytes === null ? "–" : measure(way.host_added_bytes / 1e9)}</td>
    </tr>
  );
}

function GainBar({ way, end }: { way: WayRow; end: number }) {
  const bar = barOf(way, end);
  const words = way.gain ? `${bar.text}; ${way.gain.says}` : bar.text;
  return (
    <div className={styles.gain} title={words}>
      <span className={bar.length === null ? "t-3" : way.is_best ? "strong" : undefined}>{bar.text}</span>
      <div className={styles.track} aria-hidden="true">
        <i className={styles.one} style={{ left: `${100 / end}%` }} />
        {bar.length !== null && (
          <i
            className={way.is_best ? `${styles.bar} ${styles.top}` : styles.bar}
            style={{ width: `${100 * bar.length}%` }}
          />
        )}
        {bar.bound !== null && <i className={styles.bound} style={{ left: `${100 * bar.bound}%` }} />}
      </div>
      {way.gain?.bound != null && <span className="only-read">at most {fixed(way.gain.bound, 2)}</span>}
    </div>
  );
}

function Going({ way }: { way: WayRow }) {
  const done = Math.round(100 * way.progress);
  return (
    <div className={styles.gain}>
      <span className="t-3">{way.status === "queued" ? "queued" : `${percent(way.progress, 0)} %`}</span>
      <div
        className="bar"
        role="progressbar"
        aria-label={`Progress of ${way.title}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={done}
      >
        <i style={{ width: `${done}%` }} />
      </div>
    </div>
  );
}
