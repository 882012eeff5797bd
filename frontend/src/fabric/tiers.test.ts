import { expect, test } from "vitest";
import { fatTree, leafSpine, railOptimised } from "./samples";
import { structureOf } from "./structure";
import { gapsOf, tierName, tiersSay } from "./tiers";

test("20 host cables over 8 uplinks of a leaf at one speed are oversubscribed 2.50 : 1", () => {
  const document = leafSpine(2, 8, 20);
  const [toSpine, toHosts] = gapsOf(document, structureOf(document));
  expect(toSpine.title).toBe("2.50 : 1");
  expect(toSpine.says).toEqual(["40 down", "16 up"]);
  expect(toHosts.title).toBe("40 cables");
});

test("a ratio is one of capacities: uplinks of twice the speed halve it", () => {
  const plain = leafSpine(2, 8, 20);
  const document = {
    ...plain,
    cables: plain.cables.map((cable) => (cable.b.startsWith("spine") ? { ...cable, gbps: 800 } : cable)),
  };
  expect(gapsOf(document, structureOf(document))[0].title).toBe("1.25 : 1");
});

test("where a speed is unknown the ratio is by count, and says so", () => {
  const plain = leafSpine(2, 8, 20);
  const types = plain.device_types.map((type) => ({
    ...type,
    ports: type.ports.map((block) => ({ ...block, gbps: null })),
  }));
  const cables = plain.cables.map((cable) => ({ ...cable, gbps: null }));
  const document = { ...plain, device_types: types, cables };
  const [gap] = gapsOf(document, structureOf(document));
  expect(gap.title).toBe("2.50 : 1");
  expect(gap.says).toContain("by count");
});

test("adapters that are not cabled are counted beside those that are", () => {
  const plain = railOptimised(8, 4, 32, 8);
  const document = { ...plain, cables: plain.cables.slice(1) };
  const gaps = gapsOf(document, structureOf(document));
  expect(gaps[1].title).toBe("255 cables");
  expect(gaps[1].says).toEqual(["of 256 adapters"]);
});

test("tiers say how many there are of what", () => {
  const document = railOptimised(8, 4, 32, 8);
  const says = tiersSay(document, structureOf(document));
  expect([says.get(2), says.get(1), says.get(0)]).toEqual([
    "4 × 64 × 400G",
    "8 × 64 × 400G",
    "32 × 8 × 400G",
  ]);
});

test("tiers are named by their place above the hosts", () => {
  const { top } = structureOf(fatTree(4));
  expect([0, 1, 2, 3].map((tier) => tierName(tier, top))).toEqual(["Hosts", "Leaf", "Spine", "Core"]);
});

test("a tier goes by the name that the document gives it", () => {
  expect([1, 2, 3].map((tier) => tierName(tier, 3, ["ToR", "", "super-spine"]))).toEqual([
    "ToR",
    "Spine",
    "Super-spine",
  ]);
});
