// The one sentence of a comparison, from its facts: who is how many times faster, and what decides.
import type { Verdict } from "../../api/types";
import { bytes, fixed, milliseconds, whole } from "../../numbers/format";

export interface Sentence {
  /** "In-network aggregation is " … */
  before: string;
  /** … "1.90 times faster" … */
  strong: string;
  /** … " than the ring." */
  after: string;
  /** "At most 1.98 times, by the adapters.", or what else differs and so may decide. */
  bound: string | null;
  /** The figures behind it, in a paragraph. */
  says: string;
}

const NAMES: Record<string, { start: string; end: string }> = {
  ring: { start: "The ring", end: "the ring" },
  "ring-steps": { start: "The ring step by step", end: "the ring step by step" },
  "in-network": { start: "In-network aggregation", end: "in-network aggregation" },
  "double-tree": { start: "The double binary tree", end: "the double binary tree" },
  "halving-doubling": { start: "Halving and doubling", end: "halving and doubling" },
  pairwise: { start: "Pairwise exchange", end: "pairwise exchange" },
  bruck: { start: "Bruck's algorithm", end: "Bruck's algorithm" },
  direct: { start: "All at once", end: "all at once" },
  "edge-servers": { start: "Adding in edge servers", end: "adding in edge servers" },
  "smart-nic": { start: "The ring added in adapters", end: "the ring added in adapters" },
};

const SAME_WITHIN = 0.005; // half a per cent: told as equal

/** 1.9 as "1.90 times faster", 0.5 as "2.00 times slower". */
function pace(times: number): string {
  if (times >= 1) return `${fixed(times, 2)} times faster`;
  return `${fixed(1 / times, 2)} times slower`;
}

/** The algorithms are the subjects only where nothing else differs: only then are they what is compared. */
function subjects(
  verdict: Verdict,
  besides: readonly string[],
): [{ start: string; end: string }, { start: string; end: string }] {
  const [a, b] = verdict.algorithms;
  if (a !== b && NAMES[a] && NAMES[b] && !besides.length) return [NAMES[a], NAMES[b]];
  return [
    { start: "Run A", end: "run A" },
    { start: "Run B", end: "run B" },
  ];
}

function paragraph(verdict: Verdict, split: boolean): string {
  const parts: string[] = [];
  const [a, b] = verdict.communication_p50_s;
  if (a != null && b != null) {
    const what =
      verdict.collective && verdict.size_bytes
        ? `${verdict.collective[0].toUpperCase()}${verdict.collective.slice(1)} of ${bytes(verdict.size_bytes)}`
        : "Communication";
    parts.push(`${what}, median: ${milliseconds(b)} ms in B against ${milliseconds(a)} ms in A.`);
    if (split) parts.push("A median over a run with a fault takes iterations before and since it together.");
  }
  if (verdict.sent_ratio !== null && verdict.ranks !== null) {
    const [ratio, n] = [verdict.sent_ratio, verdict.ranks];
    parts.push(
      `A tree sends each rail's vector once, a ring 2(n − 1)/n = ${fixed(ratio, 2)} times, n = ${whole(n)} members.`,
    );
    // More than the bytes explain: the ring waited where the tree did not.
    if (treeGain(verdict) > ratio * (1 + SAME_WITHIN)) {
      parts.push(`Shared cables and ${whole(2 * (n - 1))} ring steps cost the ring the rest.`);
    }
  }
  if (verdict.iteration_times !== null) {
    const gain = verdict.iteration_times;
    parts.push(
      Math.abs(gain - 1) < SAME_WITHIN
        ? "Whole iterations take as long: the compute between them does not change."
        : `A whole iteration with its compute is ${pace(gain)}.`,
    );
  }
  if (verdict.caveat) parts.push(verdict.caveat);
  return parts.join(" ");
}

/**
 * `besides` is what differs other than the algorithm, in words; `split` tells that a fault begins or ends
 * within one of the runs.
 */
export function sentenceOf(verdict: Verdict, besides: readonly string[] = [], split = false): Sentence {
  const says = paragraph(verdict, split);
  const { times } = verdict;
  if (times === null && verdict.caveat) {
    return {
      before: "",
      strong: "No gain is shown",
      after: ": none of this size can be.",
      bound: null,
      says,
    };
  }
  if (times === null) {
    return {
      before: "",
      strong: "These two runs cannot be told apart by speed:",
      after: " one of them has no collective.",
      bound: null,
      says,
    };
  }
  const [a, b] = subjects(verdict, besides);
  if (Math.abs(times - 1) < SAME_WITHIN) {
    return {
      before: `${b.start} and ${a.end} are `,
      strong: "equally fast",
      after: ".",
      bound: besidesSay(verdict, besides),
      says,
    };
  }
  return {
    before: `${b.start} is `,
    strong: pace(times),
    after: ` than ${a.end}.`,
    bound: besides.length ? besidesSay(verdict, besides) : boundOf(verdict),
    says,
  };
}

const MOST_NAMED = 3;

/** "Only the faults differ.", "Not only the algorithm differs: also faults, seed and 2 more." */
function besidesSay({ algorithms: [a, b] }: Verdict, besides: readonly string[]): string | null {
  if (!besides.length) return null;
  const names = besides.map((title) => `${title[0].toLowerCase()}${title.slice(1)}`);
  const more = names.length > MOST_NAMED ? names.splice(MOST_NAMED - 1).length : 0;
  const last = more ? `${whole(more)} more` : names.pop();
  const list = names.length ? `${names.join(", ")} and ${last}` : last;
  if (a !== b) return `Not only the algorithm differs: also ${list}.`;
  return besides.length === 1 ? `Only this differs: ${list}.` : `What differs: ${list}.`;
}

/** What bounds the gain of the quicker one. */
function boundOf({ bound, bounded_by }: Verdict): string | null {
  return bound === null || bounded_by === null ? null : `At most ${fixed(bound, 2)} times, by ${bounded_by}.`;
}

/** By how much the tree is faster than the ring, whichever of the two is B. */
function treeGain({ times, algorithms }: Verdict): number {
  if (times === null) return 0;
  return algorithms[1] === "in-network" ? times : 1 / times;
}
