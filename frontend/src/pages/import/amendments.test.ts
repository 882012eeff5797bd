import { expect, test } from "vitest";
import {
  NO_AMENDMENTS,
  patternsIn,
  placed,
  ratioOf,
  ruleCount,
  whereOf,
  withRatio,
  withTierName,
} from "./amendments";

const rule = { gbps: 400, tiers: null, model: null, port: null, unknown_only: true };

test("a rule of speeds is at the place it was put, and at no other", () => {
  for (const where of ["all", "0-1", "1-2", "model", "port"] as const) {
    const moved = placed(placed(rule, "model"), where);
    expect(whereOf(moved)).toBe(where);
    expect([moved.tiers, moved.model, moved.port].filter((each) => each !== null).length).toBeLessThan(2);
  }
});

test("what is left out may be typed in lines or between commas", () => {
  expect(patternsIn("ufm*, gpu7/eth1\n\n leaf-9 ")).toEqual(["ufm*", "gpu7/eth1", "leaf-9"]);
});

test("a tier has one ratio, and an empty field takes it away", () => {
  const stated = withRatio(withRatio(NO_AMENDMENTS, 1, 2), 1, 4);
  expect(stated.oversubscription).toEqual([{ tier: 1, ratio: 4 }]);
  expect(ratioOf(stated, 1)).toBe(4);
  expect(withRatio(stated, 1, null).oversubscription).toEqual([]);
});

test("names of tiers stand at their tier, and none at all is none", () => {
  const named = withTierName(NO_AMENDMENTS, 2, 1, "  trunk ");
  expect(named.tier_names).toEqual(["", "trunk"]);
  expect(ruleCount(named)).toBe(1);
  expect(withTierName(named, 2, 1, "").tier_names).toEqual([]);
});
