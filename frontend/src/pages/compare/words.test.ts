import { expect, test, vi } from "vitest";
import { besides, type Different, titleOf, told, valueInWords } from "./words";

vi.stubGlobal("navigator", { language: "en-US" });
const at = (pointer: string, values: [unknown, unknown] = [1, 2], title = pointer): Different =>
  ({ pointer, title, values }) as Different;

test("names of jobs are not told, settings of jobs are told by their own words", () => {
  const all = [at("/workload/jobs/0/id"), at("/workload/jobs/0/jitter_cv"), at("/seed", [1, 7], "Seed")];
  expect(told(all).map(titleOf)).toEqual(["Jitter", "Seed"]);
});

test("the algorithm and the pace do not count among what else may decide", () => {
  const all = [
    at("/seed", [1, 7], "Seed"),
    at("/scenario/algorithm", ["ring", "in-network"], "Algorithm"),
    at("/scenario/pace/ms_per_s", [1000, null], "Pace"),
    at("/scenario/faults", [[], []], "Faults"),
    at("/fabric/cables/3/gbps"),
    at("/fabric/cables/4/gbps"),
  ];
  expect(besides(all)).toEqual(["Faults", "Fabric", "Seed"]);
});

test("a fault is told by the name of its cable, a pace and a load with their units", () => {
  const fault = { cable: "S-1:p35", at_ms: 4190, until_ms: null, rate_share: 0.25 };
  expect(valueInWords([fault], "/scenario/faults", () => "leaf-2/p35 – spine-2/p11")).toBe(
    "leaf-2/p35 – spine-2/p11 at 25 % from 4,190 ms",
  );
  const out = { cable: null, switch: "S-2", at_ms: 0, until_ms: 50, rate_share: 0 };
  expect(valueInWords([out], "/scenario/faults", () => "spine-2")).toBe("spine-2 down from 0 ms until 50 ms");
  expect(valueInWords([], "/scenario/faults")).toBe("none");
  expect(valueInWords(null, "/scenario/pace/ms_per_s")).toBe("as fast as possible");
  expect(valueInWords(0.001, "/workload/background/0/load")).toBe("0.1 %");
  expect(valueInWords(2 ** 30, "/workload/jobs/0/size_bytes")).toBe("1 GiB");
});

test("a part of a fault that differs is told by its own words", () => {
  expect(titleOf(at("/scenario/faults/1/at_ms"))).toBe("Begin of a fault");
  expect(valueInWords("S-2", "/scenario/faults/0/switch", () => "spine-2")).toBe("spine-2");
  expect(valueInWords(0, "/scenario/faults/0/rate_share")).toBe("down");
  expect(valueInWords(null, "/scenario/faults/0/until_ms")).toBe("never");
});

test("ways of adding up are told by what people call them", () => {
  expect(valueInWords("nvls", "/scenario/scale_up/way")).toBe("NVLS");
  expect(valueInWords("leaf", "/scenario/aggregation/tiers")).toBe("those of the leaf");
  expect(valueInWords("edge-servers", "/scenario/algorithm")).toBe("edge servers");
});

test("settings of the routing are told with their units, and by their names on the panel", () => {
  expect(valueInWords("hash", "/scenario/routing/mode")).toBe("flow hash");
  expect(valueInWords("adaptive-spray", "/scenario/routing/mode")).toBe("adaptive spraying");
  expect(valueInWords(100, "/scenario/routing/period_us")).toBe("100 µs");
  expect(valueInWords(null, "/scenario/routing/sub_flows")).toBe("by default");
  expect(valueInWords([], "/scenario/routing/tables")).toBe("computed, up and down");
});
