import { expect, test, vi } from "vitest";
import type { CableGain, JobWhy } from "../../api/types";
import { gainUnit, partsOf, whySentence } from "./why";

vi.stubGlobal("navigator", { language: "en-US" });

const gain = (part: Partial<CableGain> = {}): CableGain => ({
  cable: "c1",
  direction: "ab",
  source: "leaf-1",
  target: "spine-2",
  tiers: [1, 2],
  share: 0.93,
  tied: 0,
  buys_s_per_gbps: 0.0012,
  together_s_per_gbps: 0.0012,
  ...part,
});

const NOWHERE = { windows: 0, inside: 0, servers: 0, adding_adapters: 0 };

const why = (part: Partial<JobWhy> = {}): JobWhy => ({
  looked: { from_s: 0, until_s: 8, events: 100, of_events: 100 },
  limit: "fabric",
  network: "fabric",
  where: { ...NOWHERE, fabric: 0.6, adapters: 0.1, reducers: 0, latency: 0, compute: 0.3 },
  communication_s: 5.6,
  cables: [gain()],
  kinds: [],
  ...part,
});

const told = (one: JobWhy) => {
  const { before, cable, after, more } = whySentence(one);
  return `${before}${cable ? "CABLE" : ""}${after} ${more}`.trim().replaceAll("\u00a0", " ");
};

test("one cable that held the job back is named, with what more there would buy", () => {
  expect(told(why())).toBe(
    "CABLE held it back for 93 % of its communication time. One Gb/s more there would end the job 1.20 ms sooner.",
  );
});

test("of a job that mostly computes that is said first", () => {
  const where = { ...NOWHERE, fabric: 0.2, adapters: 0, reducers: 0, latency: 0, compute: 0.8 };
  expect(told(why({ limit: "compute", where }))).toMatch(
    /^It computes for 80 % of its time. While it communicates, CABLE held it back for 93 % of that time\./,
  );
});

test("where cables are tied, more on one of them is told apart from more on all", () => {
  const cables = [gain({ tied: 95, buys_s_per_gbps: 0, together_s_per_gbps: 0.027 })];
  expect(told(why({ network: "adapters", cables }))).toBe(
    "CABLE held it back for 93 % of its communication time, tied with 95 others. " +
      "More there alone buys nothing; one Gb/s more on all of them ends the job 27.0 ms sooner.",
  );
});

test("what a tied cable buys by itself is told before what all buy", () => {
  const cables = [gain({ tied: 24, buys_s_per_gbps: 5.4e-6, together_s_per_gbps: 2.1e-4 })];
  expect(told(why({ cables }))).toMatch(
    /One Gb\/s more there alone ends the job 5\.40 µs sooner, on all of them 210 µs\.$/,
  );
});

test("no cable is blamed for what switches add, for distance, or for a job that never communicates", () => {
  const where = { ...NOWHERE, fabric: 0, adapters: 0, reducers: 0.45, latency: 0.05, compute: 0.5 };
  expect(told(why({ limit: "reducers", network: "reducers", where, cables: [] }))).toMatch(
    /^What the switches can add held it back for 90 % of its communication time\./,
  );
  expect(whySentence(why({ limit: "latency", network: "latency" })).cable).toBeNull();
  expect(told(why({ limit: "compute", network: null }))).toMatch(/^It only computes/);
});

test("a host whose inside is the slowest stage is told as such", () => {
  const where = { ...NOWHERE, inside: 0.9, fabric: 0, adapters: 0, reducers: 0, latency: 0.1, compute: 0 };
  expect(told(why({ limit: "inside", network: "inside", where, cables: [] }))).toBe(
    "The inside of its hosts held it back for 90 % of its communication time. " +
      "More rate on a cable would buy nothing.",
  );
});

test("where only the end of a run was looked at, the sentence begins with when that began", () => {
  const looked = { from_s: 0.138_83, until_s: 0.139, events: 710, of_events: 10_462 };
  expect(told(why({ looked }))).toMatch(/^From 0\.1388 s on, CABLE held it back for 93 %/);
  const where = { ...NOWHERE, fabric: 0.2, adapters: 0, reducers: 0, latency: 0, compute: 0.8 };
  expect(told(why({ looked, limit: "compute", where }))).toMatch(/^From 0\.1388 s on, it computes for 80 %/);
});

test("the parts of its time leave out what rounds to nothing, and mark the answer", () => {
  expect(partsOf(why()).map(({ key, isAnswer }) => [key, isAnswer])).toEqual([
    ["fabric", true],
    ["adapters", false],
    ["compute", false],
  ]);
});

test("gains of one list are read in one unit, and what is lost beside the largest is nothing", () => {
  const { unit, says } = gainUnit([0.027, 0.0002, 1e-12, -0.003]);
  expect(unit).toBe("ms");
  expect([0.027, 0.0002, 1e-12, -0.003].map(says)).toEqual(["27.0", "0.200", "0", "−3.00"]);
  const small = gainUnit([4.2e-10, 1.1e-10]);
  expect([small.unit, small.says(4.2e-10)]).toEqual(["ns", "0.420"]);
  expect(small.says(4e-13)).toBe("< 0.001");
});
