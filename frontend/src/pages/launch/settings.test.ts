import { expect, test } from "vitest";
import { AGGREGATION } from "./aggregation";
import { beyondPanel, settingsOf } from "./recovered";
import { DEFAULTS, flowsPerSecond, middleMs, scenarioName, scenarioOf, workloadOf } from "./settings";

const asked = {
  ...DEFAULTS,
  algorithm: "in-network" as const,
  hosts: 4,
  load: 0.02,
  groups: [
    ["a", "c"],
    ["b", "d"],
  ],
  dtype: "bf16" as const,
  tenant: "physics",
  aggregation: { ...AGGREGATION, tiers: "leaf" as const, wait: "never" as const, quorum: 60 },
  inHost: "nvls" as const,
  security: { encryption: "macsec" as const, mtu_bytes: 1024, macsec_hop_us: 0.1 },
  faults: [{ cable: "c9", switch: null, at_ms: 15_850, until_ms: null, rate_share: 0.25 }],
  seed: 9,
  paceMsPerS: 250,
};

test("settings come back from the documents that they were made into", () => {
  expect(settingsOf(workloadOf(asked), scenarioOf(asked), 9)).toEqual(asked);
});

test("what the panel has no field for is told, and of its own runs nothing", () => {
  const [work, how] = [workloadOf(asked), scenarioOf(asked)];
  expect(beyondPanel(work, how)).toEqual([]);
  const flow = { id: "f", src: "a", dst: "b", size_bytes: 1, start_ms: 0 };
  const [job] = work.jobs;
  const more = { ...work, jobs: [job, job, { ...job, size_bytes: 1 }], flows: [flow] };
  expect(beyondPanel(more, { ...how, transport: { payload_share: 0.9 } })).toEqual([
    "2 more jobs",
    "1 listed flow",
    "a payload share",
  ]);
});

test("no load is no background at all", () => {
  expect(workloadOf({ ...asked, load: 0 }).background).toEqual([]);
});

test("a scenario is named by what sets it apart", () => {
  expect(scenarioName(asked)).toBe("in-network, leaf, NVLS in hosts, MACsec, 1 fault");
  const routing = { ...DEFAULTS.routing, mode: "spray" as const };
  expect(scenarioName({ ...DEFAULTS, routing })).toBe("ring per rail, spraying");
  const several = { ...DEFAULTS.routing, sub_flows: 4 };
  expect(scenarioName({ ...DEFAULTS, routing: several })).toBe("ring per rail, 4 sub-flows");
  expect(scenarioName({ ...DEFAULTS, routing: { ...several, mode: "spray" } })).toBe(
    "ring per rail, spraying",
  );
});

test("a setting that the chosen routing does not take is not in the scenario", () => {
  const typed = { ...DEFAULTS.routing, seed: 3, sub_flows: 8 };
  expect(scenarioOf({ ...DEFAULTS, routing: { ...typed, mode: "hash" } }).routing).toMatchObject({
    seed: 3,
    sub_flows: 8,
  });
  expect(scenarioOf({ ...DEFAULTS, routing: { ...typed, mode: "spray" } }).routing).toEqual({
    ...DEFAULTS.routing,
    mode: "spray",
  });
});

test("jobs alike are told apart by number, and share one document", () => {
  const { jobs, name } = workloadOf(asked);
  expect(jobs.map(({ id, name, ranks }) => [id, name, ranks.hosts])).toEqual([
    ["1", "job 1", ["a", "c"]],
    ["2", "job 2", ["b", "d"]],
  ]);
  expect(name).toBe("2 × all-reduce 1 GiB");
});

test("a setting of aggregation that has no effect is not in the scenario", () => {
  const adding = { ...AGGREGATION, tiers: "leaf" as const, wire_share: 0.9, quorum_timeout_ms: 3 };
  const said = (part: Partial<typeof DEFAULTS>) =>
    scenarioOf({ ...DEFAULTS, aggregation: adding, ...part }).aggregation;
  expect(said({ algorithm: "ring" })).toEqual(AGGREGATION);
  // Nobody waits after a quorum where there is none; a share of the wire is that of streams.
  expect(said({ algorithm: "in-network" })).toEqual({ ...AGGREGATION, tiers: "leaf", wire_share: 0.9 });
  const segments = { ...adding, protocol: "latency" as const };
  expect(said({ algorithm: "in-network", aggregation: segments }).wire_share).toBeNull();
  expect(scenarioOf({ ...DEFAULTS, security: { ...asked.security, encryption: "none" } }).security).toEqual(
    DEFAULTS.security,
  );
});

test("background flows a second follow from load, adapters and the mean size", () => {
  // By hand: 0.1 % of 542 adapters of 50e9 B/s is 27.1e9 B/s; divided by 1,711,250 B that is 15,836 flows.
  expect(flowsPerSecond(0.001, 542, 400)).toBeCloseTo(15_836.4, 0);
});

test("a new fault begins half of the way through the last run, or through the compute time", () => {
  expect(middleMs(DEFAULTS, 7.5)).toBe(3750);
  expect(middleMs(DEFAULTS, null)).toBe(2400);
});
