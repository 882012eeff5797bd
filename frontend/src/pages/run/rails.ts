// What the trees of a run have in common, in words.
import type { JobSummary } from "../../api/types";
import { counted } from "../../numbers/format";

const PROTOCOLS: Readonly<Record<string, string>> = {
  streaming: "streams (SAT)",
  latency: "segments (LLT)",
};

/** "8 rails, streams (SAT)"; both protocols where trees differ, none before the run has ended. */
export function protocolsSay(rails: number, jobs: readonly JobSummary[]): string {
  const used = new Set(jobs.flatMap((job) => job.rails.map(({ protocol }) => protocol)).filter(Boolean));
  const words = [...used].map((protocol) => PROTOCOLS[protocol] ?? protocol);
  return [counted(rails, "rail"), words.join(" and ")].filter(Boolean).join(", ");
}
