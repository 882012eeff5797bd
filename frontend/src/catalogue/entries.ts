// The catalogue as a list: what can be bought and what a person has added, found by words and by what it can do.
import type { AdapterType, CableType, Catalogue, DeviceType, OwnDeviceType, PortBlock } from "../api/types";
import { plain } from "../numbers/format";

export const KINDS = ["switch", "server", "adapter", "cable"] as const;
export type Kind = (typeof KINDS)[number];

interface Common {
  id: string;
  name: string;
  /** The record of a person's own type, null for what the catalogue has. */
  own: OwnDeviceType | null;
}

export type DeviceEntry = Common & { kind: "switch" | "server"; type: DeviceType };
export type AdapterEntry = Common & { kind: "adapter"; type: AdapterType };
export type CableEntry = Common & { kind: "cable"; type: CableType };
export type Entry = DeviceEntry | AdapterEntry | CableEntry;

export interface Filter {
  kind: Kind | "own" | "all";
  words: string;
  gbps: number | null;
  aggregates: boolean;
}

export const NO_FILTER: Filter = { kind: "all", words: "", gbps: null, aggregates: false };

/** Everything, a person's own first in its kind, then as the catalogue has it. */
export function entriesOf(catalogue: Catalogue, own: readonly OwnDeviceType[]): Entry[] {
  const devices = (type: DeviceType, record: OwnDeviceType | null): DeviceEntry => ({
    id: type.id,
    name: type.name || type.id,
    own: record,
    kind: type.kind,
    type,
  });
  const all: Entry[] = [
    ...own.map((record) => devices(record.document, record)),
    ...catalogue.device_types.map((type) => devices(type, null)),
    ...catalogue.adapters.map(
      (type): Entry => ({ id: type.id, name: type.name || type.id, own: null, kind: "adapter", type }),
    ),
    ...catalogue.cables.map(
      (type): Entry => ({ id: type.id, name: type.name || type.id, own: null, kind: "cable", type }),
    ),
  ];
  return KINDS.flatMap((kind) => all.filter((entry) => entry.kind === kind));
}

/** The speeds that an entry's ports, or a cable, can have. */
export function speedsOf(entry: Entry): number[] {
  if (entry.kind === "cable") return [entry.type.gbps];
  return [...new Set(entry.type.ports.flatMap((block) => (block.gbps === null ? [] : [block.gbps])))];
}

/** Whether a filter lets an entry through; every word must stand in its name, id, source or kind. */
export function passes(entry: Entry, filter: Filter): boolean {
  if (filter.kind === "own" ? !entry.own : filter.kind !== "all" && filter.kind !== entry.kind) return false;
  if (filter.gbps !== null && !speedsOf(entry).includes(filter.gbps)) return false;
  if (filter.aggregates && !(entry.kind === "switch" && entry.type.aggregation.profile !== "none"))
    return false;
  const text = `${entry.name} ${entry.id} ${entry.kind} ${entry.type.source}`.toLowerCase();
  return filter.words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** "64 × 400G", and so for each speed; servers' ports are of their adapters. */
export function portsText(blocks: readonly PortBlock[]): string {
  const speeds = new Map<number | null, number>();
  for (const block of blocks) speeds.set(block.gbps, (speeds.get(block.gbps) ?? 0) + block.count);
  return [...speeds]
    .map(([gbps, count]) =>
      gbps === null ? `${plain(count)} of unknown speed` : `${plain(count)} × ${plain(gbps)}G`,
    )
    .join(", ");
}

/** What all ports carry together, in Gb/s and one way; null where a speed is not known. */
export function capacityOf(blocks: readonly PortBlock[]): number | null {
  return blocks.reduce<number | null>(
    (sum, block) => (sum === null || block.gbps === null ? null : sum + block.count * block.gbps),
    0,
  );
}
