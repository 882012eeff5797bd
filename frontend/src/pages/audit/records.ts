// The records of an audit in words, and what is asked of the server for a part of them.
import type { AuditDecision, AuditRecord } from "../../api/types";
import { bytes, duration, plain } from "../../numbers/format";

export const DECISIONS: Readonly<Record<AuditDecision, { label: string; many: string; says: string }>> = {
  grant: { label: "grant", many: "Grants", says: "the tree runs" },
  wait: { label: "wait", many: "Waits", says: "it is worth waiting for the tree" },
  fallback: { label: "fallback", many: "Fallbacks", says: "the hosts do it this time" },
  refusal: { label: "refusal", many: "Refusals", says: "there is no such tree" },
};

export interface AuditFilter {
  decision: AuditDecision | "all";
  job: string;
  rail: string;
  text: string;
}

export const NO_FILTER: AuditFilter = { decision: "all", job: "", rail: "", text: "" };

/** A filter as the parameters of an address; what is not asked for is left out. */
export function queryOf({ decision, job, rail, text }: AuditFilter) {
  return {
    ...(decision !== "all" && { decision }),
    ...(job && { job }),
    ...(rail && { rail }),
    ...(text.trim() && { text: text.trim() }),
  };
}

export function fileHref(run: string, filter: AuditFilter, form: "csv" | "json"): string {
  return `/api/v1/runs/${run}/audit/file?${new URLSearchParams({ ...queryOf(filter), form })}`;
}

/** Simulated time to a microsecond: records of one collective are some microseconds apart. */
export function timeSays(seconds: number): string {
  return `${(seconds * 1e3).toFixed(3)} ms`;
}

export function operationSays({ operation, dtype }: AuditRecord): string {
  return dtype ? `${operation}, ${dtype}` : operation;
}

export const PROTOCOLS: Readonly<Record<string, string>> = {
  streaming: "stream (SAT)",
  latency: "segments (LLT)",
};

/** A record in full, for the column beside the list. */
export function figuresOf(record: AuditRecord, job: string): [label: string, value: string][] {
  const rows: [string, string | null][] = [
    ["Simulated time", timeSays(record.at_s)],
    ["Job", job],
    ["Tenant", record.tenant || null],
    ["Rail", record.rail],
    ["Iteration", plain(record.iteration + 1)],
    ["Operation", operationSays(record)],
    ["Vector", bytes(record.bytes)],
    ["Between", record.members ? `${plain(record.members)} adapters` : null],
    ["Root", record.root],
    ["Protocol", record.protocol ? (PROTOCOLS[record.protocol] ?? record.protocol) : null],
    ["Waited", record.waited_s > 0 ? duration(record.waited_s) : null],
    ["Switches that add", record.switches.length ? plain(record.switches.length) : null],
    ["Ports at these", record.port_count ? plain(record.port_count) : null],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== null);
}

/** The pages of a list that rows from `first` to `last` stand on. */
export function pagesOf(first: number, last: number, size: number): number[] {
  const from = Math.max(0, Math.floor(first / size));
  return Array.from({ length: Math.max(0, Math.floor(last / size) - from + 1) }, (_, page) => from + page);
}
