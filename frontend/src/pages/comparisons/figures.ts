// Figures of a comparison of all ways as they are read: bars of the gain, groups of rungs, bytes by tiers, stages.
import type { WayRow, WaysComparison } from "../../api/types";
import { tierName } from "../../fabric/tiers";
import { counted, fixed, measure, milliseconds, whole } from "../../numbers/format";

export const RUNGS = [
  { key: "host", title: "Host", says: "algorithms of the library on the fabric that stands" },
  { key: "rack", title: "Rack", says: "edge servers, or the leaf switches, add" },
  { key: "network", title: "Network", says: "the switches of all tiers add" },
] as const;

export const isGoing = ({ status }: WayRow): boolean => status === "queued" || status === "running";

/** Where the axis of the gains ends: it begins at zero and holds every bar and every bound. */
export function axisEnd(ways: readonly WayRow[]): number {
  const most = ways.flatMap(({ gain }) => [gain?.times ?? 0, gain?.bound ?? 0]);
  return Math.max(1.25, ...most) * 1.04;
}

/** The marks of the axis: halves up to two, whole numbers beyond. */
export function marks(end: number): number[] {
  const step = end <= 2.6 ? 0.5 : Math.ceil(end / 6);
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, row) => row * step);
}

export interface Bar {
  /** "1.45", "not shown", or nothing where there is nothing to tell. */
  text: string;
  /** Shares of the axis, null where there is none. */
  length: number | null;
  bound: number | null;
}

/** The bar of a way: the ring is 1, a gain that may not be shown has its bound alone. */
export function barOf(way: WayRow, end: number): Bar {
  if (way.name === "ring" && way.communication) return { text: fixed(1, 2), length: 1 / end, bound: null };
  const { gain } = way;
  if (!gain) return { text: "", length: null, bound: null };
  const bound = gain.bound === null ? null : gain.bound / end;
  if (gain.times === null) return { text: "not shown", length: null, bound };
  return { text: fixed(gain.times, 2), length: gain.times / end, bound };
}

export interface Tiers {
  key: string;
  /** "Hosts – leaf" */
  name: string;
  pair: readonly number[];
}

/** The pairs of tiers that any way has sent over, from the hosts upwards. */
export function tiersOf(ways: readonly WayRow[], names: readonly string[] = []): Tiers[] {
  const pairs = new Map<string, readonly number[]>();
  for (const { tiers } of ways) for (const each of tiers) pairs.set(each.tiers.join(), each.tiers);
  const top = Math.max(0, ...[...pairs.values()].flat());
  const called = (tier: number) => tierName(tier, top, names);
  return [...pairs]
    .sort(([, a], [, b]) => a[0] - b[0] || a[1] - b[1])
    .map(([key, pair]) => ({ key, pair, name: `${called(pair[0])} – ${called(pair[1]).toLowerCase()}` }));
}

/** What a way sent between two tiers in an iteration, both directions together, in GB. */
export function carried({ tiers, iteration }: WayRow, key: string): string {
  const found = tiers.find((each) => each.tiers.join() === key);
  if (!found || !iteration?.count) return "–";
  return measure((found.up_bytes + found.down_bytes) / iteration.count / 1e9);
}

/** A percentile in ms; "withheld" with too few behind it, a dash before there are any. */
export function percentileText(way: WayRow, of: "communication" | "iteration", name: "p50" | "p99" | "p999") {
  const tail = way[of];
  if (!tail || tail.count === 0) return "–";
  const value = tail[name];
  return value === null ? "withheld" : milliseconds(value);
}

/** "12 granted, 3 waited, 1 fell back" with nothing that did not happen. */
export function decided({ decisions }: WayRow): string {
  if (!decisions) return "";
  const parts = [
    [decisions.granted, "granted"],
    [decisions.waited, "waited"],
    [decisions.fell_back, "fell back"],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${whole(count)} ${word}`)
    .join(", ");
}

export interface StageBar {
  name: string;
  at: string | null;
  ms: string;
  share: number;
  bounds: boolean;
}

/** The stages of a way against what was simulated, the slowest first; latency among them. */
export function stagesOf(way: WayRow): StageBar[] {
  const { bound, communication } = way;
  if (!bound) return [];
  const longest = Math.max(communication?.p50 ?? 0, bound.least_s);
  const bar = (name: string, at: string | null, seconds: number): StageBar => ({
    name,
    at,
    ms: milliseconds(seconds),
    share: longest > 0 ? seconds / longest : 0,
    bounds: name === bound.bounded_by,
  });
  const stages = bound.stages.map((stage) => bar(stage.name, stage.at, stage.seconds));
  return bound.latency_s > 0 ? [...stages, bar("latency", null, bound.latency_s)] : stages;
}

export interface Unfit {
  says: string;
  failed: boolean;
  ways: WayRow[];
}

/** The ways of a rung that have nothing to show, together where they have one reason. */
export function unfitOf(ways: readonly WayRow[]): Unfit[] {
  const found = new Map<string, Unfit>();
  for (const way of ways) {
    if (!way.says || way.communication) continue;
    const known = found.get(way.says);
    if (known) known.ways.push(way);
    else found.set(way.says, { says: way.says, failed: way.status === "failed", ways: [way] });
  }
  return [...found.values()];
}

/** A place of the bound by the names of its devices: "leaf-3 to spine-1", "host-2/nic1". */
export function placeName(at: string, names: ReadonlyMap<string, string>): string {
  const named = (place: string) => {
    const [device, ...rest] = place.split("/");
    return [names.get(device) || device, ...rest].join("/");
  };
  return at.split(" to ").map(named).join(" to ");
}

/** "All-reduce of 1 GiB by 109 hosts, 120 iterations each." */
export function subjectSays({ subject }: WaysComparison, size: string): string {
  const what = `${subject.collective[0].toUpperCase()}${subject.collective.slice(1)} of ${size}`;
  const hosts = subject.hosts === null ? "" : ` by ${counted(subject.hosts, "host")}`;
  return `${what}${hosts}, ${counted(subject.iterations, "iteration")} each way.`;
}
