// The ladder of a comparison: host first, then rack, then network; each rung with its gate. Made to be printed.
import { useMutation } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { comparisons } from "../../api/calls";
import { asProblem } from "../../api/problems";
import { useLadder } from "../../api/queries";
import type { ComparisonLadder, LadderRung } from "../../api/types";
import { TopBar } from "../../app/TopBar";
import { collectiveRate, fixed, milliseconds, whole } from "../../numbers/format";
import { Icon } from "../../parts/Icon";
import { ProblemSays, Waiting } from "../../parts/Says";
import { NotFoundPage } from "../NotFoundPage";
import styles from "./ladder.module.css";

export default function LadderPage() {
  const { id = "" } = useParams();
  const ladder = useLadder(id);
  const keep = useMutation({ mutationFn: () => comparisons.ladderText(id) });
  if (ladder.isError && asProblem(ladder.error).status === 404) return <NotFoundPage what="comparison" />;
  return (
    <div className={`app ${styles.app}`}>
      <TopBar
        title="What to try first"
        crumb={
          <>
            <Link to={`/comparisons/${id}`}>All ways</Link>
            <span>/</span>
            <h1>What to try first</h1>
          </>
        }
        actions={
          <>
            <button type="button" className="btn" onClick={() => keep.mutate()}>
              <Icon name="download" />
              Markdown
            </button>
            <button type="button" className="btn main" onClick={() => window.print()}>
              Print
            </button>
          </>
        }
      />
      <main>
        {ladder.isError && <ProblemSays error={ladder.error} />}
        {keep.isError && <ProblemSays error={keep.error} />}
        {ladder.isPending && <Waiting what="Reading the ladder" />}
        {ladder.data && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
          <section className={`scroll ${styles.page}`} tabIndex={0} aria-label="Ladder">
            <Sheet ladder={ladder.data} />
          </section>
        )}
      </main>
    </div>
  );
}

function Sheet({ ladder }: { ladder: ComparisonLadder }) {
  return (
    <article className={styles.sheet}>
      <header>
        <h2>{ladder.name}</h2>
        <p className="t-2">
          Three rungs, the cheapest first. Build one, measure it, and go on to the next where its gate is
          passed. Gains are over {ladder.baseline}; they are simulated at flow level and never above what the
          slowest stage allows.
        </p>
      </header>
      <ol className={styles.rungs}>
        {ladder.rungs.map((rung, row) => (
          <Rung key={rung.rung} rung={rung} number={row + 1} />
        ))}
      </ol>
    </article>
  );
}

function Rung({ rung, number }: { rung: LadderRung; number: number }) {
  const { gain, gate, over_before: over } = rung;
  return (
    <li className={styles.rung}>
      <div className={styles.number} aria-hidden="true">
        {number}
      </div>
      <section aria-label={rung.title}>
        <h3>{rung.title}</h3>
        {gain?.times != null && (
          <p className={styles.expected}>
            <b>{fixed(gain.times, 2)}</b> times the ring, predicted for {rung.way_title}
            {number > 1 && over !== null && <>, {fixed(over, 2)} times the best rung before</>}.{" "}
            <span className="t-2">{sentence(gain.says)}</span>
          </p>
        )}
        {rung.says && <p className={styles.not}>{sentence(rung.says)}</p>}
        {gate && (
          <div className={styles.gate}>
            <span>Gate</span>
            <b>{collectiveRate(gate.rate)} GB/s</b>
            <span>
              algbw or more, {milliseconds(gate.time_s)} ms or less: {fixed(gate.gain, 2)} times the ring,
              measured. That is 70 % of the gain predicted.
            </span>
          </div>
        )}
        <div className={styles.halves}>
          <div>
            <h4>In this order</h4>
            <ol className={styles.steps}>
              {rung.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </div>
          <div>
            <h4>Cost</h4>
            <p>
              <Cost cost={rung.cost} />
            </p>
          </div>
        </div>
        {rung.measures.length > 0 && (
          <table className={`table ${styles.measures}`}>
            <thead>
              <tr>
                <th scope="col">Measure</th>
                <th scope="col">How</th>
                <th scope="col">Expected</th>
              </tr>
            </thead>
            <tbody>
              {rung.measures.map((each) => (
                <tr key={each.what}>
                  <td className="says-all">{each.what}</td>
                  <td className="says-all code">{each.how}</td>
                  <td className="says-all">{each.expected ?? <span className="t-3">not simulated</span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </li>
  );
}

function Cost({ cost }: { cost: LadderRung["cost"] }) {
  if (cost.low === null || cost.high === null) return sentence(cost.says);
  const band = cost.low === cost.high ? whole(cost.low) : `${whole(cost.low)} to ${whole(cost.high)}`;
  return (
    <>
      <b className="strong">
        {band} {cost.currency}
      </b>
      : {cost.says}.
    </>
  );
}

const sentence = (text: string): string => `${text[0].toUpperCase()}${text.slice(1)}.`;
