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

interface Sample {
  name: string;
  tail: Tail;
  strong?: boolean;
}

type Samples = readonly [Sample, Sample];

/** A percentile a row, a sample a column; where the second came of the first, the change from it. */
function TailTable({ samples, hasChange = false }: { samples: Samples; hasChange?: boolean }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">
            <span className="only-read">Percentile</span>
          </th>
          {samples.map(({ name, tail }) => (
            <th key={name} scope="col" className="n">
              {name}
              <br />n = {whole(tail.count)}
            </th>
          ))}
          {hasChange && (
            <th scope="col" className="n">
              Change
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {ROWS.map((quantile) => (
          <TailRow key={quantile} quantile={quantile} samples={samples} hasChange={hasChange} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  quantile: Quantile;
  samples: Samples;
  hasChange: boolean;
}

function TailRow({ quantile, samples, hasChange }: RowProps) {
  const [first, second] = samples.map(({ tail }) => tail[quantile]);
  return (
    <tr>
      <th scope="row">{QUANTILE_NAMES[quantile]}</th>
      {first === null && second === null ? (
        <td className="n t-3" colSpan={2}>
          withheld below {whole(SAMPLES_NEEDED[quantile])} samples
        </td>
      ) : (
        samples.map(({ name, tail, strong }) => (
          <Value key={name} tail={tail} quantile={quantile} strong={strong} />
        ))
      )}
      {hasChange && (
        <td className={first === null || second === null ? "n t-3" : "n t-fault"}>
          {changeOf(first, second)}
        </td>
      )}
    </tr>
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
        <TailTable
          hasChange
          samples={[
            { name: "Before fault", tail: figures.before_fault },
            { name: "Since fault", tail: figures.since_fault, strong: true },
          ]}
        />
      ) : (
        <TailTable
          samples={[
            { name: "Iteration", tail: figures.iteration, strong: true },
            { name: "Communication", tail: figures.communication },
          ]}
        />
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
