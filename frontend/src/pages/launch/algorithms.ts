// What ranks do together, and by which algorithms: names, what each does in a line, and which does what.
import type { Algorithm, Collective } from "../../api/types";

interface Words {
  label: string;
  says: string;
}

export const DIRECT: Words = {
  label: "All at once",
  says: "Each adapter sends to every other at the same time.",
};

export const ALGORITHMS: Record<Algorithm, Words> = {
  auto: {
    label: "Chosen for the job",
    says: "As NCCL's published tuning model chooses for size, hosts and GPUs; the run says why.",
  },
  ring: { label: "Ring", says: "One ring a rail, all of it at the pace of its slowest cable." },
  "ring-steps": { label: "Ring, step by step", says: "One ring a rail, each step after the one before it." },
  "in-network": { label: "In-network", says: "One tree a rail: the switches add, its root sends back." },
  "double-tree": {
    label: "Double binary tree",
    says: "Half of the bytes over each of two trees of hosts, in chunks one behind the other.",
  },
  "halving-doubling": {
    label: "Halving and doubling",
    says: "Half with a partner, a quarter with the next, and so on; few steps, best for powers of two.",
  },
  pairwise: { label: "Pairwise", says: "With the next rank, then the one after it, until all have met." },
  bruck: { label: "Bruck", says: "With the ranks 1, 2, 4 and so on away: few steps, more bytes." },
  direct: DIRECT,
  "edge-servers": {
    label: "Edge servers",
    says: "Hosts that hold no rank add for the others.",
  },
  "smart-nic": { label: "Ring, added in the adapters", says: "One ring a rail; its adapters add." },
};

export const COLLECTIVES: Record<Collective, Words & { by: readonly Algorithm[] }> = {
  "all-reduce": {
    label: "All-reduce",
    says: "Everybody ends with the sum of all.",
    by: [
      "ring",
      "ring-steps",
      "in-network",
      "double-tree",
      "halving-doubling",
      "edge-servers",
      "smart-nic",
      "auto",
    ],
  },
  "reduce-scatter": {
    label: "Reduce-scatter",
    says: "Everybody ends with a part of the sum of all.",
    by: ["ring", "ring-steps", "in-network", "halving-doubling", "pairwise", "smart-nic"],
  },
  "all-gather": {
    label: "All-gather",
    says: "Everybody ends with the parts of all.",
    by: ["ring", "ring-steps", "in-network", "halving-doubling", "pairwise", "bruck"],
  },
  broadcast: {
    label: "Broadcast",
    says: "The root of each rail sends the same to all others.",
    by: ["ring", "ring-steps", "in-network", "double-tree"],
  },
  reduce: {
    label: "Reduce",
    says: "The root of each rail ends with the sum of all.",
    by: ["ring", "ring-steps", "in-network", "double-tree"],
  },
  "all-to-all": {
    label: "All-to-all",
    says: "Everybody has a part for everybody.",
    by: ["direct", "pairwise", "bruck"],
  },
  barrier: {
    label: "Barrier",
    says: "Everybody waits for all others; no bytes move.",
    by: ["ring", "in-network", "double-tree", "bruck"],
  },
  "send-recv": {
    label: "Send and receive",
    says: "The first half of the hosts sends to the second, one to one, as from stage to stage of a pipeline.",
    by: ["direct"],
  },
};

const DISSEMINATION: Words = {
  label: "Dissemination",
  says: "Everybody tells the ranks 1, 2, 4 and so on away.",
};
const TOKEN: Words = { label: "Ring", says: "A token goes around the ring twice." };
const CHAIN: Words = {
  label: "Chain",
  says: "Along the ring from rank to rank, in chunks one behind the other, all at one pace.",
};
const CHAIN_STEPS: Words = {
  label: "Chain, chunk by chunk",
  says: "Along the ring from rank to rank; each chunk waits for the one before it, and for nothing else.",
};
const PAIR: Words = { label: "One to one", says: "Each pair for itself." };

/** An algorithm in words as far as a collective is concerned. */
export function algorithmOf(collective: Collective, algorithm: Algorithm): Words {
  if (algorithm === "auto") return ALGORITHMS.auto;
  const isRing = algorithm === "ring" || algorithm === "ring-steps";
  switch (collective) {
    case "all-to-all":
      return algorithm === "pairwise" || algorithm === "bruck" ? ALGORITHMS[algorithm] : DIRECT;
    case "barrier":
      return algorithm === "bruck" ? DISSEMINATION : isRing ? TOKEN : ALGORITHMS[algorithm];
    case "broadcast":
    case "reduce":
      return isRing ? (algorithm === "ring" ? CHAIN : CHAIN_STEPS) : ALGORITHMS[algorithm];
    case "send-recv":
      return PAIR;
    default:
      return ALGORITHMS[algorithm];
  }
}

/** The algorithm for a collective: the one chosen before where it does it, else the first that does. */
export function fitting(collective: Collective, algorithm: Algorithm): Algorithm {
  const { by } = COLLECTIVES[collective];
  return by.includes(algorithm) ? algorithm : by[0];
}
