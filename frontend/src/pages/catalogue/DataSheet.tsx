// One part in full: how it looks from the front, and each figure with where it is written.
import { type ReactNode, useId, useState } from "react";
import type { Aggregation, DeviceType, KeptPriceList, PortBlock } from "../../api/types";
import { capacityOf, type Entry, portsText } from "../../catalogue/entries";
import { type LimitRow, ownRows, type Profile, profileRows } from "../../catalogue/limits";
import { PROFILES } from "../../catalogue/profiles";
import { type Figure, type FigureSource, grounded, sourceOf, sourcesOf } from "../../catalogue/sources";
import { counted, plain, wireRate } from "../../numbers/format";
import { priceBand } from "../../numbers/money";
import { DeviceFront } from "../../parts/DeviceFront";
import { ProblemSays } from "../../parts/Says";
import { hasValue, latencyText, MEDIA, powerText } from "./CatalogueTables";
import styles from "./catalogue.module.css";
import { Ground } from "./Ground";

interface Props {
  entry: Entry;
  list: KeptPriceList | null;
  /** What switches add, by profile. */
  profiles: readonly Profile[];
  /** Set or take away the price in the list in use; rejects when it cannot be kept. */
  onPrice(price: number | null): Promise<unknown>;
  onCopy(): void;
  onEdit(): void;
  onRemove(): Promise<unknown>;
}

const WORDS = { switch: "switch", server: "server", adapter: "adapter", cable: "cable" } as const;

interface Row {
  figure: Figure | null;
  label: string;
  value: ReactNode;
  /** Of a figure that has a source of its own. */
  source?: string;
}

function rowsOf({ kind, type }: Entry, profiles: readonly Profile[]): Row[] {
  const rows: (Row | null)[] = [];
  if (kind === "cable") {
    rows.push(
      {
        figure: "speed",
        label: "Carries",
        value: `${counted(type.links, "cable")} of ${wireRate(type.gbps)}`,
      },
      { figure: null, label: "Medium", value: MEDIA[type.medium] },
      { figure: "connector", label: "Connectors", value: type.connector },
      { figure: "length", label: "Reach", value: `${plain(type.max_length_m)} m` },
    );
  } else {
    const capacity = capacityOf(type.ports);
    rows.push(
      kind === "server" ? { figure: "gpus", label: "GPUs", value: plain(type.gpus) } : null,
      {
        figure: "ports",
        label: kind === "server" ? "Adapters" : "Ports",
        value: `${portsText(type.ports)}${capacity ? `, ${wireRate(capacity)} in all` : ""}`,
      },
      sourcesOf(type.source).of.speed
        ? { figure: "speed", label: "Port speed", value: speedText(type.ports) }
        : null,
      kind === "server" && type.scale_up
        ? {
            figure: null,
            label: "Among GPUs",
            value: scaleUpSays(type.scale_up),
            source: type.scale_up.source,
          }
        : null,
      kind === "switch"
        ? { figure: "aggregation", label: "Aggregation", value: PROFILES[type.aggregation.profile].name }
        : null,
      ...(kind === "switch"
        ? limitsOf(type.aggregation, profiles).map((limit) => ({ figure: null, ...limit }))
        : []),
      {
        figure: "latency",
        label: "Latency",
        value: type.latency_ns === null ? "that of the fabric" : `${latencyText(type.latency_ns)} a hop`,
      },
    );
  }
  rows.push({
    figure: "power",
    label: "Power",
    value: type.power_w === null ? "unknown" : powerText(type.power_w),
  });
  if (kind === "switch" || kind === "server")
    rows.push({
      figure: "height",
      label: "Height",
      value: type.rack_units === null ? "unknown" : `${plain(type.rack_units)} U`,
    });
  return rows.filter((row) => row !== null);
}

/** What a switch adds: the limits of its profile, or its own. */
function limitsOf(aggregation: Aggregation, profiles: readonly Profile[]): LimitRow[] {
  if (aggregation.limits) return ownRows(aggregation);
  const profile = profiles.find((each) => each.profile === aggregation.profile);
  return profile ? profileRows(profile) : [];
}

function scaleUpSays({
  gbps,
  efficiency,
  adds,
  adding_efficiency,
}: NonNullable<DeviceType["scale_up"]>): string {
  const reached = `${wireRate(gbps)} a GPU each way, ${plain(efficiency * 100)} % of it reached`;
  return adds ? `${reached}; its switches add at ${plain(adding_efficiency * 100)} % of that` : reached;
}

function speedText(ports: readonly PortBlock[]): string {
  const speeds = new Set(ports.map(({ gbps }) => (gbps === null ? "unknown" : wireRate(gbps))));
  return [...speeds].join(", ");
}

export function DataSheet({ entry, list, profiles, onPrice, onCopy, onEdit, onRemove }: Props) {
  const { kind, type, own } = entry;
  const [asks, setAsks] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const band = type.price_usd;
  return (
    <div className={styles.sheet}>
      <header>
        <h2>{entry.name}</h2>
        <p className="t-3 small">
          <span className="code">{entry.id}</span> · {own ? `your own ${WORDS[kind]}` : WORDS[kind]}
        </p>
        {(kind === "switch" || kind === "server") && (
          <DeviceFront
            kind={kind}
            ports={type.ports}
            gpus={kind === "server" ? type.gpus : 0}
            label={`Front of ${entry.name}: ${portsText(type.ports)}`}
          />
        )}
      </header>
      <dl className={styles.figures}>
        {rowsOf(entry, profiles).map(({ figure, label, value, source }) => (
          <FigureRow
            key={label}
            label={label}
            value={value}
            source={source === undefined ? sourceFor(entry, figure) : grounded(source)}
            stated={figure === null || hasValue(entry, figure)}
          />
        ))}
        <FigureRow
          label="Price"
          value={band ? priceBand(band.low, band.high) : "none"}
          source={band ? grounded(band.basis) : sourceOf(type.source, "price")}
          stated={band !== null}
        />
      </dl>
      <div className="panel">
        <div className="panel-head">
          <h3>Your price</h3>
          <small>{list ? list.name : "kept in a new list, “My prices”"}</small>
        </div>
        <div className="panel-body">
          <OwnPrice key={`${list?.id} ${entry.id}`} entry={entry} list={list} onPrice={onPrice} />
        </div>
      </div>
      {(kind === "switch" || kind === "server") && (
        <footer>
          {own && (
            <button type="button" className="btn" onClick={onEdit}>
              Edit
            </button>
          )}
          <button type="button" className="btn" onClick={onCopy}>
            {own ? "Copy" : "Make one like it"}
          </button>
          <span className="grow" />
          {own &&
            (asks ? (
              <>
                <span className="small t-2">Fabrics keep their copies.</span>
                <button
                  type="button"
                  className="btn"
                  onClick={() => onRemove().catch((error: unknown) => setProblem(error))}
                >
                  Delete it
                </button>
                <button type="button" className="btn bare" onClick={() => setAsks(false)}>
                  Keep
                </button>
              </>
            ) : (
              <button type="button" className="btn bare" onClick={() => setAsks(true)}>
                Delete
              </button>
            ))}
        </footer>
      )}
      {Boolean(problem) && <ProblemSays error={problem} />}
    </div>
  );
}

/** The medium of a cable is what its whole source is about. */
function sourceFor(entry: Entry, figure: Figure | null): FigureSource | null {
  return figure === null ? null : sourceOf(entry.type.source, figure);
}

interface FigureRowProps {
  label: string;
  value: ReactNode;
  source: FigureSource | null;
  stated: boolean;
}

function FigureRow({ label, value, source, stated }: FigureRowProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b>{value}</b> {stated && source && <Ground source={source} />}
        {source && source.ground !== "untold" && <small>{source.says}</small>}
      </dd>
    </div>
  );
}

/** A price by hand, for the list in use: given on Enter or when the field is left; empty takes it away. */
function OwnPrice({ entry, list, onPrice }: Pick<Props, "entry" | "list" | "onPrice">) {
  const id = useId();
  const kept = list?.document.prices.find(({ part }) => part === entry.id)?.price ?? null;
  const [typed, setTyped] = useState(kept === null ? "" : String(kept));
  const [says, setSays] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const give = () => {
    const text = typed.trim().replaceAll(",", "");
    const value = text === "" ? null : Number(text);
    if (value !== null && !(Number.isFinite(value) && value >= 0)) {
      setSays(`“${typed}” is no price: write it like 25000 or 25000.50.`);
      return;
    }
    setSays(null);
    if (value === kept) return;
    onPrice(value).then(
      () => setSays(value === null ? "Taken out of the list." : "Kept."),
      (error: unknown) => setProblem(error),
    );
  };
  return (
    <>
      <div className={styles.ownPrice}>
        <label htmlFor={id} className="small t-2">
          One piece
        </label>
        <div className="box">
          <input
            id={id}
            inputMode="decimal"
            value={typed}
            placeholder="not listed"
            onChange={(event) => setTyped(event.target.value)}
            onBlur={give}
            onKeyDown={(event) => event.key === "Enter" && give()}
          />
          <span className="unit">{list?.document.currency ?? "USD"}</span>
        </div>
        <span className="note" role="status">
          {says}
        </span>
      </div>
      {Boolean(problem) && <ProblemSays error={problem} />}
    </>
  );
}
