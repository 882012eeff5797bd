// What a switch adds, in words: the limits of a profile or of one's own, each with where it is written.
import type { Aggregation, Catalogue } from "../api/types";
import { bytes, counted, plain, wireRate } from "../numbers/format";

export type Limits = NonNullable<Aggregation["limits"]>;
export type Profile = Catalogue["aggregation_profiles"][number];

export interface LimitRow {
  label: string;
  value: string;
  source: string;
}

const ASKED = "set by hand";
const UNTOLD = "no source is given";

/** What the sources of a profile say of one of its limits: they begin with its name. */
function sourceOf(sources: readonly string[], topic: string): string {
  const said = sources.flatMap((source) => {
    const end = source.indexOf(": ");
    return source.slice(0, end).includes(topic) ? [source.slice(end + 2)] : [];
  });
  return said.join("; ") || UNTOLD;
}

const streamsSay = (scope: string, active: number, streams: boolean): string => {
  if (!streams) return "none: segments alone";
  if (scope === "any") return "no limit";
  return `${counted(active, "stream")} a ${scope} at one time`;
};

const percent = (share: number): string => `${plain(Number((share * 100).toPrecision(3)))} %`;

const typesSay = (types: readonly string[] | null): string =>
  types === null ? "every type" : types.join(", ");

/** The limits of a profile of the catalogue, without those that it does not have. */
export function profileRows(profile: Profile): LimitRow[] {
  if (profile.profile === "none") return [];
  const row = (label: string, value: string | null, topic: string): LimitRow[] =>
    value === null ? [] : [{ label, value, source: sourceOf(profile.sources, topic) }];
  return [
    ...row("Streams", streamsSay(profile.scope, profile.active, profile.streams), "streams"),
    ...row("Trees", profile.trees === null ? null : `${plain(profile.trees)} in a fabric`, "trees"),
    ...row(
      "A stream takes",
      profile.streams ? `${percent(profile.wire_share)} of a cable` : null,
      "share of the wire",
    ),
    ...row("and begins", profile.start_us ? `${plain(profile.start_us)} µs late` : null, "start"),
    ...row("Slots", slotsSay(profile), "slots"),
    ...row("Segments", segmentsSay(profile), "segments"),
    ...row("Largest call", profile.most_bytes === null ? null : bytes(profile.most_bytes), "largest call"),
    ...row(
      "Adds",
      profile.reducer_gbps === null ? "at line rate" : wireRate(profile.reducer_gbps),
      "reducer",
    ),
    ...row("Types", typesSay(profile.types), "types"),
  ];
}

const slotsSay = ({ slots, slot_bytes }: Pick<Limits, "slots" | "slot_bytes">): string | null =>
  slots === null ? null : `${plain(slots)} of ${bytes(slot_bytes ?? 0)}`;

const segmentsSay = ({ segment_bytes, segment_step_us }: Profile): string | null =>
  segment_bytes === null ? null : `${bytes(segment_bytes)} every ${plain(segment_step_us)} µs`;

/** The limits that somebody has set for a switch of their own. */
export function ownRows({ limits, reducer_gbps }: Aggregation): LimitRow[] {
  if (!limits) return [];
  const row = (label: string, value: string | null): LimitRow[] =>
    value === null ? [] : [{ label, value, source: ASKED }];
  return [
    ...row("Streams", streamsSay(limits.scope, limits.active, true)),
    ...row("Trees", limits.trees === null ? null : `${plain(limits.trees)} in a fabric`),
    ...row("A stream takes", `${percent(limits.wire_share)} of a cable`),
    ...row("and begins", limits.start_us ? `${plain(limits.start_us)} µs late` : null),
    ...row("Slots", slotsSay(limits)),
    ...row("Largest call", limits.most_bytes === null ? null : bytes(limits.most_bytes)),
    ...row("Adds", reducer_gbps === null ? "at line rate" : wireRate(reducer_gbps)),
    ...row("Types", typesSay(limits.types)),
    ...row("Adds with", `others of “${limits.family}”`),
  ];
}

/** Slots have a size and a size has slots: both come and go together. */
export function withSlots(limits: Limits, part: Partial<Pick<Limits, "slots" | "slot_bytes">>): Limits {
  const next = { ...limits, ...part };
  const isGone =
    ("slots" in part && part.slots === null) || ("slot_bytes" in part && part.slot_bytes === null);
  if (isGone) return { ...next, slots: null, slot_bytes: null };
  return { ...next, slots: next.slots ?? 256, slot_bytes: next.slot_bytes ?? 1024 };
}
