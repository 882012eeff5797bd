import { expect, test, vi } from "vitest";
import type { WayRow } from "../../api/types";
import {
  axisEnd,
  barOf,
  carried,
  decided,
  marks,
  percentileText,
  placeName,
  stagesOf,
  tiersOf,
  unfitOf,
} from "./figures";

vi.stubGlobal("navigator", { language: "en-US" });

const tail = { count: 120, unit: "s", mean: 0.01, p50: 0.01, p99: 0.012, p999: null, p9999: null, max: 0.02 };
const way: WayRow = {
  name: "in-network",
  title: "All switches add",
  rung: "network",
  run: "r",
  number: 4,
  status: "finished",
  progress: 1,
  says: null,
  communication: tail,
  iteration: tail,
  rate: 1e11,
  bus_rate: 2e11,
  bytes_per_host: 1e9,
  host_added_bytes: 0,
  tiers: [
    { tiers: [1, 2], cables: 8, up_bytes: 2e9, down_bytes: 1e9 },
    { tiers: [0, 1], cables: 32, up_bytes: 4e9, down_bytes: 4e9 },
  ],
  decisions: { granted: 12, waited: 0, fell_back: 2, newest: "rail 1: no token" },
  gain: { times: 1.45, bound: 1.51, bounded_by: "NVLS inside the host", says: "at most 1.51" },
  bound: {
    least_s: 0.008,
    latency_s: 1e-5,
    stages: [
      { name: "NVLS inside the host", seconds: 0.00799, at: "h3" },
      { name: "the adapters", seconds: 0.005, at: null },
    ],
    bounded_by: "NVLS inside the host",
    says: "at least 8 ms",
  },
  is_best: true,
};
const ring: WayRow = { ...way, name: "ring", gain: null, decisions: null };

test("the axis begins at zero and holds bars, bounds and the ring", () => {
  expect(axisEnd([ring])).toBeCloseTo(1.3);
  expect(axisEnd([way])).toBeCloseTo(1.51 * 1.04);
  expect(marks(1.6)).toEqual([0, 0.5, 1, 1.5]);
  expect(marks(9)).toEqual([0, 2, 4, 6, 8]);
});

test("a bar is as long as its gain, the ring is one, and the bound is a line", () => {
  expect(barOf(way, 2)).toEqual({ text: "1.45", length: 0.725, bound: 0.755 });
  expect(barOf(ring, 2)).toEqual({ text: "1.00", length: 0.5, bound: null });
});

test("a gain that may not be shown has no bar", () => {
  const withheld = {
    ...way,
    gain: { times: null, bound: 1.5, bounded_by: "the adapters", says: "not shown" },
  };
  expect(barOf(withheld, 2)).toEqual({ text: "not shown", length: null, bound: 0.75 });
});

test("tiers are named from the hosts upwards and their bytes add up both ways", () => {
  expect(tiersOf([way, ring]).map(({ name }) => name)).toEqual(["Hosts – leaf", "Leaf – spine"]);
  expect(carried(way, "1,2")).toBe("0.025"); // 3 GB in 120 iterations
  expect(carried({ ...way, tiers: [] }, "1,2")).toBe("–");
});

test("percentiles with too few behind them are withheld", () => {
  expect(percentileText(way, "communication", "p50")).toBe("10.0");
  expect(percentileText(way, "communication", "p999")).toBe("withheld");
  expect(percentileText({ ...way, communication: null }, "communication", "p50")).toBe("–");
});

test("decisions are told without what did not happen", () => {
  expect(decided(way)).toBe("12 granted, 2 fell back");
  expect(decided(ring)).toBe("");
});

test("stages stand against what was simulated, and the one that bounds is marked", () => {
  const [first, second, latency] = stagesOf(way);
  expect([first.name, first.at, first.bounds]).toEqual(["NVLS inside the host", "h3", true]);
  expect(first.share).toBeCloseTo(0.799);
  expect([second.bounds, latency.name]).toEqual([false, "latency"]);
});

test("ways that do not fit for one reason are told together", () => {
  const unfit = (name: string, says: string): WayRow => ({ ...way, name, says, communication: null });
  const found = unfitOf([unfit("a", "no servers"), way, unfit("b", "no NVLS"), unfit("c", "no servers")]);
  expect(found.map(({ says, ways }) => [says, ways.map(({ name }) => name)])).toEqual([
    ["no servers", ["a", "c"]],
    ["no NVLS", ["b"]],
  ]);
});

test("places are called by the names of their devices", () => {
  const names = new Map([["S-1", "leaf-1"]]);
  expect(placeName("S-1 to S-2", names)).toBe("leaf-1 to S-2");
  expect(placeName("S-1/p3", names)).toBe("leaf-1/p3");
});
