import { expect, test, vi } from "vitest";
import type { Verdict } from "../../api/types";
import { sentenceOf } from "./sentence";

vi.stubGlobal("navigator", { language: "en-US" });

const verdict: Verdict = {
  metric: "communication p50",
  times: 1.9,
  iteration_times: 1.2,
  algorithms: ["ring", "in-network"],
  collective: "all-reduce",
  size_bytes: 2 ** 30,
  ranks: 109,
  communication_p50_s: [0.01108, 0.00583],
  bound: (2 * 108) / 109,
  caveat: "Only the network is modelled.",
};

const whole = (facts: Verdict) => {
  const { before, strong, after, bound } = sentenceOf(facts);
  return `${before}${strong}${after}${bound ? ` ${bound}` : ""}`;
};

test("the tree against the ring says how much faster and what bounds it", () => {
  expect(whole(verdict)).toBe(
    "In-network aggregation is 1.90 times faster than the ring. The network stage bounds the gain at 1.98.",
  );
});

test("the paragraph keeps the figures, the gain of an iteration and the caveat", () => {
  expect(sentenceOf(verdict).says).toBe(
    "All-reduce of 1 GiB, median: 5.83 ms in B against 11.1 ms in A. A tree sends each rail's vector once, a ring " +
      "2(n − 1)/n = 1.98 times, n = 109 members. A whole iteration with its compute is 1.20 times faster. " +
      "Only the network is modelled.",
  );
});

test("with the ring as B the ring is slower and the bound is the same", () => {
  const swapped: Verdict = { ...verdict, algorithms: ["in-network", "ring"], times: 1 / 1.9 };
  expect(whole(swapped)).toBe(
    "The ring is 1.90 times slower than in-network aggregation. The network stage bounds the gain at 1.98.",
  );
});

test("a gain above what the bytes explain names what else the ring waited for", () => {
  expect(sentenceOf({ ...verdict, times: 2.06 }).bound).toBe(
    "Bytes explain 1.98, shared cables and 216 ring steps the rest.",
  );
});

test("a tree that is slower than the ring is bound by something else", () => {
  expect(sentenceOf({ ...verdict, times: 0.5 }).bound).toBeNull();
});

test("two runs of one algorithm are told apart by their letters, and half a per cent is no difference", () => {
  const alike: Verdict = { ...verdict, algorithms: ["ring", "ring"], bound: null, caveat: null };
  expect(whole({ ...alike, times: 0.8 })).toBe("Run B is 1.25 times slower than run A.");
  expect(whole({ ...alike, times: 1.004 })).toBe("Run B and run A are equally fast.");
});

test("where more differs than the algorithm, the runs are the subjects and what else differs is named", () => {
  const facts: Verdict = { ...verdict, times: 3.97 };
  const { before, strong, after, bound } = sentenceOf(facts, ["Faults"]);
  expect(`${before}${strong}${after} ${bound}`).toBe(
    "Run B is 3.97 times faster than run A. Not only the algorithm differs: also faults.",
  );
  expect(sentenceOf(facts, ["Iterations", "Jitter", "Faults", "Seed", "Background load"]).bound).toBe(
    "Not only the algorithm differs: also iterations, jitter and 3 more.",
  );
});

test("two runs of one algorithm are told apart by what differs", () => {
  const rings: Verdict = { ...verdict, algorithms: ["ring", "ring"], bound: null, times: 0.446 };
  expect(sentenceOf(rings, ["Faults"]).bound).toBe("Only this differs: faults.");
  expect(sentenceOf(rings, ["Faults", "Seed"]).bound).toBe("What differs: faults and seed.");
});

test("a median over a run with a fault is said to be one", () => {
  expect(sentenceOf(verdict, ["Faults"], true).says).toContain(
    "A median over a run with a fault takes iterations before and since it together.",
  );
});
