// Settings that differ, in words: their titles, their values with units, and which of them can decide.
import type { Comparison, Fault } from "../../api/types";
import { bytes, counted, percent, plain } from "../../numbers/format";
import { ROUTINGS } from "../launch/routings";

export type Different = Comparison["different"][number];

const TOLD: Record<string, string> = {
  ring: "ring",
  "ring-steps": "ring, step by step",
  "in-network": "in-network",
  "double-tree": "double binary tree",
  "halving-doubling": "halving and doubling",
  pairwise: "pairwise",
  bruck: "Bruck",
  "edge-servers": "edge servers",
  "smart-nic": "ring, added in the adapters",
  auto: "as NCCL chooses",
  free: "takes no time",
  peers: "peers",
  nvls: "NVLS",
  leaf: "those of the leaf",
  "leaf-spine": "leaf and spine",
  all: "those of all tiers",
  "web-search": "web-search sizes",
  "shared-queue": "one queue",
  equal: "equal parts",
  any: "any",
  split: "split over the planes",
  ...Object.fromEntries(Object.entries(ROUTINGS).map(([mode, { inName }]) => [mode, inName || "flow hash"])),
};

/** What a place is called, by its pointer with "*" for the number in a list. */
const TITLES: Record<string, string> = {
  "/workload/jobs/*/collective": "Collective",
  "/workload/jobs/*/size_bytes": "Size per host",
  "/workload/jobs/*/iterations": "Iterations",
  "/workload/jobs/*/compute_ms": "Compute",
  "/workload/jobs/*/jitter_cv": "Jitter",
  "/workload/jobs/*/jitter": "Shape of the jitter",
  "/workload/jobs/*/start_ms": "Start of the job",
  "/workload/jobs/*/ranks/count": "Hosts",
  "/scenario/faults/*/cable": "Cable that fails",
  "/scenario/faults/*/switch": "Switch that fails",
  "/scenario/faults/*/rate_share": "Rate left by a fault",
  "/scenario/faults/*/at_ms": "Begin of a fault",
  "/scenario/faults/*/until_ms": "End of a fault",
  "/workload/background": "Background",
  "/workload/background/*/load": "Background load",
  "/workload/background/*/sizes": "Background sizes",
};

const placeOf = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, "/*");
const partOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf("/") + 1);

/** Names change nothing that a run computes. */
const isName = ({ pointer }: Different): boolean =>
  pointer.startsWith("/workload") && ["id", "name"].includes(partOf(pointer));

/** The differences that are told: all but names. */
export const told = (different: readonly Different[]): Different[] =>
  different.filter((each) => !isName(each));

export const titleOf = ({ pointer, title }: Different): string => TITLES[placeOf(pointer)] ?? title;

/** What may decide besides the algorithm, each once, faults first and the seed last: the pace only spreads a run over time, a name does nothing. */
export function besides(different: readonly Different[]): string[] {
  const weight = ({ pointer }: Different) =>
    pointer === "/scenario/faults" ? 0 : pointer === "/seed" ? 2 : 1;
  const titles = told(different)
    .sort((one, other) => weight(one) - weight(other))
    .filter(
      ({ pointer }) => !pointer.startsWith("/scenario/algorithm") && !pointer.startsWith("/scenario/pace"),
    )
    .map((each) => (each.pointer.startsWith("/fabric") ? "Fabric" : titleOf(each)));
  return [...new Set(titles)];
}

const BY_DEFAULT = ["sub_flows", "coalesce", "spread"];

/** A value of a document as a person says it; cables and switches are called by their names. */
export function valueInWords(value: unknown, pointer = "", nameOf = (id: string) => id): string {
  const part = partOf(pointer);
  if (part === "ms_per_s")
    return typeof value === "number" ? `${plain(value)} simulated ms a second` : "as fast as possible";
  if (part === "count" && value === null) return "all of the placement";
  if (part === "faults" && Array.isArray(value) && value.length)
    return value.map((fault) => faultInWords(fault as Fault, nameOf)).join("; ");
  if (part === "tables" && Array.isArray(value))
    return value.length ? `of ${counted(value.length, "switch", "switches")}` : "computed, up and down";
  if (value === null && part === "until_ms") return "never";
  if (value === null && BY_DEFAULT.includes(part)) return "by default";
  if (value === null || value === undefined) return "none";
  if (typeof value === "number") return numberInWords(value, part);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string" && ["cable", "switch"].includes(part)) return nameOf(value);
  if (typeof value === "string") return TOLD[value] ?? (value || "empty");
  if (Array.isArray(value))
    return value.length === 0 ? "none" : value.map((each) => valueInWords(each)).join("; ");
  const entries = Object.entries(value as Record<string, unknown>).filter(([, each]) => each !== null);
  return entries
    .map(([key, each]) => `${key.replaceAll("_", " ")} ${valueInWords(each, `/${key}`)}`)
    .join(", ");
}

function numberInWords(value: number, part: string): string {
  if (part === "rate_share") return value === 0 ? "down" : `${plain(value * 100)} %`;
  if (part === "load") return `${plain(value * 100)} %`;
  if (part === "jitter_cv") return `${plain(value * 100)} % of compute`;
  if (part.endsWith("_bytes")) return bytes(value);
  if (part.endsWith("_us")) return `${plain(value)} µs`;
  if (part.endsWith("_ms")) return `${plain(value)} ms`;
  if (part === "count") return counted(value, "host");
  return plain(value);
}

function faultInWords(
  { cable, switch: device, rate_share, at_ms, until_ms }: Fault,
  nameOf: (id: string) => string,
): string {
  const what = rate_share === 0 ? "down" : `at ${percent(rate_share, 0)} %`;
  const until = until_ms === null ? "" : ` until ${plain(until_ms)} ms`;
  return `${nameOf(cable ?? device ?? "")} ${what} from ${plain(at_ms)} ms${until}`;
}
