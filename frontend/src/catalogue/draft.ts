// A device type while a person writes it: ports in groups alike, figures with where they come from.
import type { Aggregation, DeviceType, PortBlock } from "../api/types";
import { ADDS_NOTHING } from "../fabric/document";
import { type Figure, type Sources, sourcesOf, sourceText } from "./sources";

/** Ports alike: of a switch `count` ports; of a server `count` adapters with `each` ports. */
export interface PortGroup {
  count: number;
  each: number;
  gbps: number | null;
  /** The names the blocks have already: cables of a fabric hang on them. */
  names: string[];
}

export interface TypeDraft {
  kind: DeviceType["kind"];
  name: string;
  id: string;
  groups: PortGroup[];
  gpus: number;
  aggregation: Aggregation;
  scale_up: DeviceType["scale_up"];
  power_w: number | null;
  rack_units: number | null;
  latency_ns: number | null;
  price_low: number | null;
  price_high: number | null;
  /** What stands for every figure that has no source of its own. */
  rest: string;
  sources: Sources;
}

export const NEW_GROUP: PortGroup = { count: 8, each: 1, gbps: 400, names: [] };

export function newDraft(kind: DeviceType["kind"]): TypeDraft {
  const isSwitch = kind === "switch";
  return {
    kind,
    name: "",
    id: "",
    groups: [{ ...NEW_GROUP, count: isSwitch ? 32 : 8 }],
    gpus: isSwitch ? 0 : 8,
    aggregation: ADDS_NOTHING,
    scale_up: null,
    power_w: null,
    rack_units: null,
    latency_ns: null,
    price_low: null,
    price_high: null,
    rest: "",
    sources: {},
  };
}

/** A type as a draft. */
export function draftOf(type: DeviceType): TypeDraft {
  const { rest, of } = sourcesOf(type.source);
  return {
    kind: type.kind,
    name: type.name,
    id: type.id,
    groups: type.kind === "switch" ? type.ports.map(groupOfSwitch) : groupsOfServer(type.ports),
    gpus: type.gpus,
    aggregation: type.aggregation,
    scale_up: type.scale_up,
    power_w: type.power_w,
    rack_units: type.rack_units,
    latency_ns: type.latency_ns,
    price_low: type.price_usd?.low ?? null,
    price_high: type.price_usd?.high ?? null,
    rest,
    sources: { ...of, ...(type.price_usd?.basis && { price: type.price_usd.basis }) },
  };
}

function groupOfSwitch(block: PortBlock): PortGroup {
  return { count: block.count, each: 1, gbps: block.gbps, names: [block.name] };
}

function groupsOfServer(blocks: readonly PortBlock[]): PortGroup[] {
  const groups: PortGroup[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (last && last.each === block.count && last.gbps === block.gbps) {
      last.count += 1;
      last.names.push(block.name);
    } else groups.push({ count: 1, each: block.count, gbps: block.gbps, names: [block.name] });
  }
  return groups;
}

/** The type that a draft describes. */
export function typeOf(draft: TypeDraft): DeviceType {
  const isSwitch = draft.kind === "switch";
  const { price, ...sources } = draft.sources;
  const [low, high] = [draft.price_low ?? draft.price_high, draft.price_high ?? draft.price_low];
  return {
    id: draft.id.trim(),
    kind: draft.kind,
    name: draft.name.trim(),
    ports: isSwitch ? blocksOfSwitch(draft.groups) : blocksOfServer(draft.groups),
    gpus: isSwitch ? 0 : draft.gpus,
    aggregation: isSwitch ? draft.aggregation : ADDS_NOTHING,
    scale_up: isSwitch ? null : draft.scale_up,
    power_w: draft.power_w,
    rack_units: draft.rack_units,
    price_usd:
      low === null || high === null ? null : { low, high, basis: (price ?? "").trim().slice(0, 500) },
    latency_ns: draft.latency_ns,
    source: sourceText(draft.rest, sources).slice(0, 2000),
  };
}

function blocksOfSwitch(groups: readonly PortGroup[]): PortBlock[] {
  const taken = new Set(groups.flatMap((group) => group.names.slice(0, 1)));
  return groups.map(({ count, gbps, names }) => {
    const name = names[0] ?? firstFree(taken, (number) => (number === 1 ? "p" : `p${number}-`));
    taken.add(name);
    return { name, count, gbps };
  });
}

function blocksOfServer(groups: readonly PortGroup[]): PortBlock[] {
  const taken = new Set(groups.flatMap((group) => group.names.slice(0, group.count)));
  return groups.flatMap(({ count, each, gbps, names }) =>
    Array.from({ length: count }, (_, row) => {
      const name = names[row] ?? firstFree(taken, (number) => `nic${number}`);
      taken.add(name);
      return { name, count: each, gbps };
    }),
  );
}

function firstFree(taken: ReadonlySet<string>, named: (number: number) => string): string {
  for (let number = 1; ; number++) if (!taken.has(named(number))) return named(number);
}

/** A part number from a name: what stands before its first comma, without white space and "/". */
export function partNumberOf(name: string): string {
  return name
    .split(",")[0]
    .trim()
    .replace(/[\s/]+/g, "-")
    .slice(0, 60);
}

export type DraftField = "name" | "id" | "groups" | "price";

/** What must be mended before a draft can be kept, by field. */
export function wrongIn(draft: TypeDraft, taken: ReadonlySet<string>): Partial<Record<DraftField, string>> {
  const wrong: Partial<Record<DraftField, string>> = {};
  const id = draft.id.trim();
  if (!draft.name.trim()) wrong.name = "Give it the name that you know it by.";
  if (!id) wrong.id = "Give it a part number: price lists and bills name it by that.";
  else if (/[\s/]/.test(id)) wrong.id = "No spaces and no “/” in a part number.";
  else if (taken.has(id)) wrong.id = `${id} is taken: another part has this number.`;
  if (!draft.groups.length) wrong.groups = "Without a port nothing can be cabled to it.";
  if (draft.price_low !== null && draft.price_high !== null && draft.price_low > draft.price_high)
    wrong.price = "The lower price comes first.";
  return wrong;
}

/** The draft with what is said of the source of one figure. */
export function sourced(draft: TypeDraft, figure: Figure, says: string): TypeDraft {
  return { ...draft, sources: { ...draft.sources, [figure]: says } };
}
