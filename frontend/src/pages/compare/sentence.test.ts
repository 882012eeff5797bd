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
  sent_ratio: (2 * 108) / 109,
  bound: 1.93,
  bounded_by: "the adapters",
  caveat: "At most 1.93 times as fast as run A: its slowest stage, the adapters, takes 5.74 ms.",
};

const whole = (facts: Verdict) => {
  const { before, strong, after, bound } = sentenceOf(facts);
  return `${before}${strong}${after}${bound ? ` ${bound}` : ""}`;
};

test("the tree against the ring says how much faster and what bounds it", () => {
  expect(whole(verdict)).toBe(
    "In-network aggregation is 1.90 times faster than the ring. At most 1.93 times, by the adapters.",
  );
});

test("the paragraph keeps the figures, the gain of an iteration and the caveat", () => {
  expect(sentenceOf(verdict).says).toBe(
    "All-reduce of 1 GiB, median: 5.83 ms in B against 11.1 ms in A. A tree sends each rail's vector once, a ring " +
      "2(n − 1)/n = 1.98 times, n = 109 members. A whole iteration with its compute is 1.20 times faster. " +
      "At most 1.93 times as fast as run A: its slowest stage, the adapters, takes 5.74 ms.",
  );
});

test("with the ring as B the ring is slower and the bound is the same", () => {
  const swapped: Verdict = { ...verdict, algorithms: ["in-network", "ring"], times: 1 / 1.9 };
  expect(whole(swapped)).toBe(
    "The ring is 1.90 times slower than in-network aggregation. At most 1.93 times, by the adapters.",
  );
});

test("a gain above what the bytes explain names what else the ring waited for", () => {
  const rest = "Shared cables and 216 ring steps cost the ring the rest.";
  expect(sentenceOf({ ...verdict, times: 2.06 }).says).toContain(rest);
  expect(sentenceOf(verdict).says).not.toContain(rest);
});

test("a gain that may not be shown is not, and the words say why", () => {
  const caveat = "Not shown: run B would take 1 ms.";
  const { before, strong, after, says } = sentenceOf({ ...verdict, times: null, caveat });
  expect(`${before}${strong}${after}`).toBe("No gain is shown: none of this size can be.");
  expect(says).toContain(caveat);
});

test("two runs of one algorithm are told apart by their letters, and half a per cent is no difference", () => {
  const alike: Verdict = {
    ...verdict,
    algorithms: ["ring", "ring"],
    bound: null,
    bounded_by: null,
    caveat: null,
  };
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
  const rings: Verdict = {
    ...verdict,
    algorithms: ["ring", "ring"],
    bound: null,
    bounded_by: null,
    times: 0.446,
  };
  expect(sentenceOf(rings, ["Faults"]).bound).toBe("Only this differs: faults.");
  expect(sentenceOf(rings, ["Faults", "Seed"]).bound).toBe("What differs: faults and seed.");
});

test("a median over a run with a fault is said to be one", () => {
  expect(sentenceOf(verdict, ["Faults"], true).says).toContain(
    "A median over a run with a fault takes iterations before and since it together.",
  );
});
