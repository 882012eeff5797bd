// The rails of the jobs: how fast each is, and for trees their root, what was granted, waited for, and fell back.
import { Link } from "react-router";
import type { Algorithm, JobSummary, Run } from "../../api/types";
import type { RailReading } from "../../live/frame";
import { collectiveRate, counted, whole } from "../../numbers/format";
import { Panel } from "../../parts/Panel";
import { protocolsSay } from "./rails";
import styles from "./run.module.css";
import { isSameChoice, type Trees } from "./useTrees";

interface Props {
  run: Run;
  rails: readonly RailReading[];
  trees: Trees;
  nameOf(device: string): string;
}

const ALGBW = "A rail's share of the vector by the mean time of its collectives so far";
const RINGS: readonly Algorithm[] = ["ring", "ring-steps", "smart-nic"];

const MOST_REASONS = 2;
const isOne = (fallen: readonly RailReading[]): boolean => fallen.length === MOST_REASONS + 1;

const rateOf = (rail: RailReading): string => (rail.rate === null ? "–" : collectiveRate(rail.rate));

/** Rails are named in the fabric's own words: "rail 2". */
function sentenceStart(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function Rings({ rails, called }: { rails: readonly RailReading[]; called(job: string): string }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Rail</th>
          <th scope="col" className="n" title={ALGBW}>
            Algorithm bandwidth, GB/s
          </th>
        </tr>
      </thead>
      <tbody>
        {rails.map((rail) => (
          <tr key={`${rail.job} ${rail.name}`}>
            <td>
              {rail.name}
              {called(rail.job) && <span className="t-3"> {called(rail.job)}</span>}
            </td>
            <td className="n">{rateOf(rail)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Why an algorithm was chosen, where no person named one. */
function Chosen({ jobs }: { jobs: readonly JobSummary[] }) {
  return jobs.map(
    ({ id, chosen }) =>
      chosen && (
        <p key={id} className="panel-body note">
          {chosen}.
        </p>
      ),
  );
}

export function AggregationPanel({ run, rails, trees, nameOf }: Props) {
  const jobs = run.summary?.jobs ?? [];
  const asked = run.scenario.document.algorithm;
  // What is chosen for the job is known when the run has ended.
  const algorithm = asked === "auto" ? ((jobs[0]?.algorithm as Algorithm | undefined) ?? asked) : asked;
  const isSeveral = new Set(rails.map(({ job }) => job)).size > 1;
  const called = (job: string) =>
    isSeveral ? jobs.find(({ id }) => id === job)?.name || (jobs.length ? job : `job ${job}`) : "";
  const isAsked = algorithm === "in-network" || rails.some((rail) => rail.granted + rail.fell_back > 0);
  if (!isAsked) {
    const isRing = RINGS.includes(algorithm);
    const by = algorithm === "edge-servers" ? "the servers add" : "nothing is added in the switches";
    return (
      <Panel
        title={isRing ? "Rings" : "Rails"}
        small={rails.length ? `${counted(rails.length, "rail")}, ${by}` : undefined}
      >
        {rails.length ? (
          <Rings rails={rails} called={called} />
        ) : (
          <p className="panel-body note">{isRing ? "One ring a rail" : "Each rail"}, once it runs.</p>
        )}
        <Chosen jobs={jobs} />
      </Panel>
    );
  }
  const fallen = rails.filter((rail) => rail.says);
  const hasEnded = run.status === "finished";
  return (
    <Panel
      title="Aggregation"
      small={rails.length ? protocolsSay(rails.length, jobs) : undefined}
      end={hasEnded && <Link to={`/runs/${run.id}/audit`}>Audit</Link>}
    >
      {!rails.length && (
        <p className="panel-body note">One tree a rail, once it runs; its root, grants and fallbacks.</p>
      )}
      {rails.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Rail</th>
              <th scope="col">Root</th>
              <th scope="col" className="n" title="Collectives that went by the tree">
                Granted
              </th>
              <th scope="col" className="n" title="How often it was worth waiting for the tree">
                Waited
              </th>
              <th scope="col" className="n" title="Collectives that the hosts did instead">
                Fell back
              </th>
              <th scope="col" className="n" title={ALGBW}>
                GB/s
              </th>
            </tr>
          </thead>
          <tbody>
            {rails.map((rail) => (
              <RailRow
                key={`${rail.job} ${rail.name}`}
                rail={rail}
                job={called(rail.job)}
                trees={trees}
                nameOf={nameOf}
              />
            ))}
          </tbody>
        </table>
      )}
      <Chosen jobs={jobs} />
      {fallen.slice(0, MOST_REASONS).map((rail) => (
        <p key={`${rail.job} ${rail.name}`} className="panel-body note" style={{ paddingTop: 6 }}>
          <span className="t-warn label">
            {sentenceStart(`${called(rail.job)} ${rail.name}`.trim())} falls back:
          </span>{" "}
          {rail.root ? rail.says?.replaceAll(rail.root, nameOf(rail.root)) : rail.says}
        </p>
      ))}
      {fallen.length > MOST_REASONS && (
        <p className="panel-body note" style={{ paddingTop: 6 }}>
          {counted(fallen.length - MOST_REASONS, "more rail")} {isOne(fallen) ? "falls" : "fall"} back
          {hasEnded ? ": the audit has every reason." : "."}
        </p>
      )}
    </Panel>
  );
}

interface RowProps {
  rail: RailReading;
  job: string;
  trees: Trees;
  nameOf(device: string): string;
}

/** A rail with a tree is a button: it is drawn over the fabric. */
function RailRow({ rail, job, trees, nameOf }: RowProps) {
  const choice = { job: rail.job, rail: rail.name };
  const isOffered = trees.offered.some((each) => isSameChoice(each.choice, choice));
  const isShown = isSameChoice(choice, trees.chosen);
  const marked = [rail.fell_back > 0 && styles.fellBack, isShown && "selected"].filter(Boolean).join(" ");
  const name = (
    <>
      {rail.name}
      {job && <span className="t-3"> {job}</span>}
    </>
  );
  return (
    <tr className={marked || undefined}>
      <td className={styles.rail}>
        {isOffered ? (
          <button
            type="button"
            className={`link ${styles.rail}`}
            title={isShown ? "Show the load again" : "Show its tree"}
            aria-pressed={isShown}
            onClick={() => trees.choose(isShown ? null : choice)}
          >
            {name}
          </button>
        ) : (
          name
        )}
      </td>
      <td className="id wide says-all" title={rail.root ?? undefined}>
        {rail.root === null ? "none" : nameOf(rail.root)}
      </td>
      <td className="n">{whole(rail.granted)}</td>
      <td className={rail.waited ? "n" : "n t-3"}>{whole(rail.waited)}</td>
      <td className={rail.fell_back ? "n" : "n t-3"}>
        {rail.fell_back ? <b className="strong t-warn">{whole(rail.fell_back)}</b> : 0}
      </td>
      <td className="n">{rateOf(rail)}</td>
    </tr>
  );
}
