// The tail of the iteration time and of the flows, with counts; before and since the fault where there is one.
import type { Readout } from "../../live/frame";
import { whole } from "../../numbers/format";
import { QUANTILE_NAMES, type Quantile, read, SAMPLES_NEEDED, type Tail } from "../../numbers/tails";
import { Panel } from "../../parts/Panel";
import { changeOf } from "./Readouts";

const ROWS: Quantile[] = ["p50", "p99", "p999"];

function Value({ tail, quantile, strong = false }: { tail: Tail; quantile: Quantile; strong?: boolean }) {
  const reading = read(tail, quantile);
  if (!reading.shown) {
    return (
      <td className="n t-3" title={reading.text}>
        withheld
      </td>
    );
  }
  return <td className="n">{strong ? <b className="strong">{reading.text}</b> : reading.text}</td>;
}

function SplitTail({ before, since }: { before: Tail; since: Tail }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">
            <span className="only-read">Percentile</span>
          </th>
          <th scope="col" className="n">
            Before fault
            <br />n = {whole(before.count)}
          </th>
          <th scope="col" className="n">
            Since fault
            <br />n = {whole(since.count)}
          </th>
          <th scope="col" className="n">
            Change
          </th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map((quantile) => (
          <tr key={quantile}>
            <th scope="row">{QUANTILE_NAMES[quantile]}</th>
            {before[quantile] === null && since[quantile] === null ? (
              <>
                <td className="n t-3" colSpan={2}>
                  withheld below {whole(SAMPLES_NEEDED[quantile])} samples
                </td>
                <td className="n t-3">–</td>
              </>
            ) : (
              <>
                <Value tail={before} quantile={quantile} />
                <Value tail={since} quantile={quantile} strong />
                <td className={before[quantile] === null || since[quantile] === null ? "n t-3" : "n t-fault"}>
                  {changeOf(before[quantile], since[quantile])}
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function WholeTail({ iteration, communication }: { iteration: Tail; communication: Tail }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">
            <span className="only-read">Percentile</span>
          </th>
          <th scope="col" className="n">
            Iteration
            <br />n = {whole(iteration.count)}
          </th>
          <th scope="col" className="n">
            Communication
            <br />n = {whole(communication.count)}
          </th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map((quantile) => (
          <tr key={quantile}>
            <th scope="row">{QUANTILE_NAMES[quantile]}</th>
            {iteration[quantile] === null && communication[quantile] === null ? (
              <td className="n t-3" colSpan={2}>
                withheld below {whole(SAMPLES_NEEDED[quantile])} samples
              </td>
            ) : (
              <>
                <Value tail={iteration} quantile={quantile} strong />
                <Value tail={communication} quantile={quantile} />
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function TailPanel({ figures }: { figures: Readout | undefined }) {
  const flows = figures?.flows;
  const slowdown = flows && read(flows.slowdown, "p99");
  return (
    <Panel title="Tail" small="iteration time, ms">
      {!figures ? (
        <p className="panel-body note">
          The median from the first iteration, p99 from 100, p99.9 from 1,000: below that a value is withheld.
        </p>
      ) : figures.since_fault && figures.before_fault ? (
        <SplitTail before={figures.before_fault} since={figures.since_fault} />
      ) : (
        <WholeTail iteration={figures.iteration} communication={figures.communication} />
      )}
      {flows && flows.finished > 0 && (
        <p className="panel-body note" style={{ paddingTop: 6 }}>
          {whole(flows.finished)} flows beside it, p99 slowdown{" "}
          {slowdown?.shown ? `${slowdown.text}×` : slowdown?.text}
        </p>
      )}
    </Panel>
  );
}
