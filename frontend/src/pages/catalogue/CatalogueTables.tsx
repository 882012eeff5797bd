// What can be bought, a table a kind: the figures side by side, those that are assumptions marked.
import type { ReactNode } from "react";
import type { KeptPriceList } from "../../api/types";
import {
  type CableEntry,
  capacityOf,
  type DeviceEntry,
  type Entry,
  KINDS,
  type Kind,
  portsText,
} from "../../catalogue/entries";
import { PROFILES } from "../../catalogue/profiles";
import { type Figure, grounded, sourceOf, sourcesOf } from "../../catalogue/sources";
import { counted, duration, plain, whole, wireRate } from "../../numbers/format";
import { price, priceBand } from "../../numbers/money";
import styles from "./catalogue.module.css";
import { Ground } from "./Ground";

export const TITLES: Record<Kind, string> = {
  switch: "Switches",
  server: "Servers",
  adapter: "Adapters",
  cable: "Cables and optics",
};

export const MEDIA = {
  "passive-copper": "passive copper",
  "active-copper": "active copper",
  "active-optical": "active optical",
  multimode: "multimode",
  singlemode: "single mode",
} as const;

interface Column {
  head: string;
  figure?: Figure;
  numeric?: boolean;
  /** Only where there is room: the data sheet has it too. */
  aside?: boolean;
  cell(entry: Entry): ReactNode;
}

const device = (cell: (entry: DeviceEntry) => ReactNode) => (entry: Entry) => cell(entry as DeviceEntry);
const cable = (cell: (entry: CableEntry) => ReactNode) => (entry: Entry) => cell(entry as CableEntry);
const unknown = <span className="t-3">–</span>;
const orUnknown = (value: number | null, say: (value: number) => string) =>
  value === null ? unknown : say(value);

/** What a latency adds; without one of its own a device has the fabric's. */
export const latencyText = (ns: number | null) => (ns === null ? "as fabric" : duration(ns / 1e9));
export const powerText = (watts: number) =>
  watts >= 10_000 ? `${plain(watts / 1000)} kW` : `${plain(watts)} W`;

const PORTS: Column = {
  head: "Ports",
  figure: "ports",
  cell: (entry) => (entry.kind === "cable" ? unknown : portsText(entry.type.ports) || "no port"),
};
const POWER: Column = {
  head: "Power",
  figure: "power",
  numeric: true,
  cell: (entry) => orUnknown(entry.type.power_w, powerText),
};
const HEIGHT: Column = {
  head: "Height",
  figure: "height",
  numeric: true,
  aside: true,
  cell: device(({ type }) => orUnknown(type.rack_units, (units) => `${plain(units)} U`)),
};
const LATENCY: Column = {
  head: "Latency",
  figure: "latency",
  numeric: true,
  aside: true,
  cell: (entry) => (entry.kind === "cable" ? unknown : latencyText(entry.type.latency_ns)),
};

const COLUMNS: Record<Kind, Column[]> = {
  switch: [
    PORTS,
    {
      head: "Capacity",
      numeric: true,
      aside: true,
      cell: device(({ type }) => orUnknown(capacityOf(type.ports), wireRate)),
    },
    {
      head: "Adds in the network",
      figure: "aggregation",
      cell: device(({ type }) => PROFILES[type.aggregation.profile].name),
    },
    LATENCY,
    POWER,
    HEIGHT,
  ],
  server: [
    { head: "GPUs", figure: "gpus", numeric: true, cell: device(({ type }) => whole(type.gpus)) },
    { ...PORTS, head: "Adapter ports" },
    LATENCY,
    POWER,
    HEIGHT,
  ],
  adapter: [PORTS, LATENCY, POWER],
  cable: [
    {
      head: "Carries",
      figure: "speed",
      cell: cable(({ type }) => `${plain(type.links)} × ${plain(type.gbps)}G`),
    },
    { head: "Medium", cell: cable(({ type }) => MEDIA[type.medium]) },
    {
      head: "Reach",
      figure: "length",
      numeric: true,
      cell: cable(({ type }) => `${plain(type.max_length_m)} m`),
    },
    POWER,
  ],
};

/** The price that counts: a person's own where their list has one, else the band. */
export function PriceCell({ entry, list }: { entry: Entry; list: KeptPriceList | null }) {
  const own = list?.document.prices.find(({ part }) => part === entry.id);
  if (list && own) {
    return (
      <>
        <span className={styles.listed} title={`${list.name}${own.note && `: ${own.note}`}`}>
          yours
        </span>
        {price(own.price, list.document.currency)}
      </>
    );
  }
  const band = entry.type.price_usd;
  if (!band) return unknown;
  return (
    <>
      <Ground source={grounded(band.basis)} />
      {priceBand(band.low, band.high)}
    </>
  );
}

interface Props {
  entries: readonly Entry[];
  selected: string | null;
  list: KeptPriceList | null;
  onPick(id: string): void;
}

export function CatalogueTables({ entries, selected, list, onPick }: Props) {
  return KINDS.map((kind) => {
    const rows = entries.filter((entry) => entry.kind === kind);
    if (!rows.length) return null;
    return (
      <section key={kind} className={styles.section} aria-label={TITLES[kind]}>
        <table className="table">
          <caption>
            {TITLES[kind]} <small className={styles.many}>{counted(rows.length, "type")}</small>
          </caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              {COLUMNS[kind].map((column) => (
                <th key={column.head} scope="col" className={cellClass(column)}>
                  {column.head}
                </th>
              ))}
              <th scope="col" className="n">
                Price
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((entry) => (
              <tr
                key={entry.own?.id ?? entry.id}
                className={entry.id === selected ? "pick selected" : "pick"}
                onClick={() => onPick(entry.id)}
              >
                <td className="wide">
                  <button type="button" className={styles.name} onClick={() => onPick(entry.id)}>
                    {shortName(entry)}
                  </button>
                  {entry.own && <span className={styles.listed}>yours</span>}
                </td>
                {COLUMNS[kind].map(({ figure, cell, ...column }) => (
                  <td key={column.head} className={cellClass(column)}>
                    {column.numeric && figure && <FigureGround entry={entry} figure={figure} />}
                    {cell(entry)}
                    {!column.numeric && figure && <FigureGround entry={entry} figure={figure} after />}
                  </td>
                ))}
                <td className="n">
                  <PriceCell entry={entry} list={list} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    );
  });
}

function cellClass({ numeric, aside }: Pick<Column, "numeric" | "aside">): string | undefined {
  return [numeric && "n", aside && styles.aside].filter(Boolean).join(" ") || undefined;
}

/** What a figure has no value for has no ground either. */
function FigureGround({ entry, figure, after }: { entry: Entry; figure: Figure; after?: boolean }) {
  if (!hasValue(entry, figure)) return null;
  // Ports that are counted in a document may have a speed that is not.
  const speed = figure === "ports" ? sourcesOf(entry.type.source).of.speed : undefined;
  const ofSpeed = speed === undefined ? null : grounded(speed);
  const source = ofSpeed && ofSpeed.ground !== "source" ? ofSpeed : sourceOf(entry.type.source, figure);
  return source.ground === "source" ? null : (
    <span className={after ? styles.after : undefined}>
      <Ground source={source} />
    </span>
  );
}

/** Whether an entry states a figure, so that where it comes from is a question. */
export function hasValue({ kind, type }: Entry, figure: Figure): boolean {
  if (figure === "power") return type.power_w !== null;
  if (figure === "price") return type.price_usd !== null;
  if (kind === "cable") return figure === "length" || figure === "speed" || figure === "connector";
  if (figure === "speed") return type.ports.some(({ gbps }) => gbps !== null);
  if (figure === "latency") return type.latency_ns !== null;
  if (figure === "ports") return type.ports.length > 0;
  if (kind === "adapter") return false;
  if (figure === "height") return type.rack_units !== null;
  if (figure === "gpus") return kind === "server";
  return figure === "aggregation" && kind === "switch" && type.aggregation.profile !== "none";
}

/** What stands before the first comma: the figures have columns of their own. */
function shortName({ name, kind }: Entry): string {
  return kind === "switch" || kind === "server" || kind === "adapter" ? name.split(", ")[0] : name;
}
