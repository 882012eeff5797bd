// The rails of the jobs: how fast each is, and for trees their root, what was granted, what fell back and why.
import type { Algorithm } from "../../api/types";
import type { RailReading } from "../../live/frame";
import { collectiveRate, whole } from "../../numbers/format";
import { Panel } from "../../parts/Panel";
import styles from "./run.module.css";

interface Props {
  rails: readonly RailReading[];
  algorithm: Algorithm;
  /** Where all decisions can be read, null before the run has ended. */
  audit: { href: string; count: number } | null;
  nameOf(device: string): string;
}

const ALGBW = "A rail's share of the vector by the mean time of its collectives so far";

const rateOf = (rail: RailReading): string => (rail.rate === null ? "–" : collectiveRate(rail.rate));

/** Rails are named in the fabric's own words: "rail 2". */
function sentenceStart(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function Rings({ rails }: { rails: readonly RailReading[] }) {
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
            <td>{rail.name}</td>
            <td className="n">{rateOf(rail)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function AggregationPanel({ rails, algorithm, audit, nameOf }: Props) {
  const isRing = algorithm === "ring" || algorithm === "ring-steps";
  if (algorithm !== "in-network") {
    return (
      <Panel
        title={isRing ? "Rings" : "Rails"}
        small={rails.length ? `${whole(rails.length)} rails, nothing is added in the switches` : undefined}
      >
        {rails.length ? (
          <Rings rails={rails} />
        ) : (
          <p className="panel-body note">{isRing ? "One ring a rail" : "Each rail"}, once it runs.</p>
        )}
      </Panel>
    );
  }
  const fallen = rails.filter((rail) => rail.says);
  return (
    <Panel
      title="Aggregation"
      small={rails.length ? `${whole(rails.length)} trees` : undefined}
      end={audit && <a href={audit.href}>Audit, {whole(audit.count)}</a>}
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
              <th scope="col" className="n">
                Granted
              </th>
              <th scope="col" className="n">
                Fell back
              </th>
              <th scope="col" className="n" title={ALGBW}>
                Algbw, GB/s
              </th>
            </tr>
          </thead>
          <tbody>
            {rails.map((rail) => (
              <tr key={`${rail.job} ${rail.name}`} className={rail.fell_back ? styles.fellBack : undefined}>
                <td>{rail.name}</td>
                <td className="id wide says-all" title={rail.root ?? undefined}>
                  {rail.root === null ? "none" : nameOf(rail.root)}
                </td>
                <td className="n">{whole(rail.granted)}</td>
                <td className={rail.fell_back ? "n" : "n t-3"}>
                  {rail.fell_back ? <b className="strong t-warn">{whole(rail.fell_back)}</b> : 0}
                </td>
                <td className="n">{rateOf(rail)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {fallen.map((rail) => (
        <p key={`${rail.job} ${rail.name}`} className="panel-body note" style={{ paddingTop: 6 }}>
          <span className="t-warn label">{sentenceStart(rail.name)} falls back:</span>{" "}
          {rail.root ? rail.says?.replaceAll(rail.root, nameOf(rail.root)) : rail.says}
        </p>
      ))}
    </Panel>
  );
}
