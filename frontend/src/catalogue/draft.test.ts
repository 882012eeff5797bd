import { describe, expect, test } from "vitest";
import type { DeviceType } from "../api/types";
import { draftOf, newDraft, partNumberOf, type TypeDraft, typeOf, wrongIn } from "./draft";

const SERVER: DeviceType = {
  id: "our-server",
  kind: "server",
  name: "Our server",
  ports: [
    { name: "mlx5_0", count: 1, gbps: 400 },
    { name: "mlx5_1", count: 1, gbps: 400 },
    { name: "bond", count: 2, gbps: 100 },
  ],
  gpus: 4,
  aggregation: { profile: "none", reducer_gbps: null, limits: null },
  scale_up: { gbps: 3600, efficiency: 0.82, adds: true, adding_efficiency: 0.85, source: "" },
  power_w: 4000,
  rack_units: 4,
  price_usd: { low: 1, high: 2, basis: "quotation of May" },
  latency_ns: null,
  source: "Vendor's sheet. Power: assumption.",
};

describe("a device type as a draft", () => {
  test("is the same type again when nothing was changed", () => {
    expect(typeOf(draftOf(SERVER))).toEqual(SERVER);
  });

  test("has adapters alike in one group, and keeps their names when there are more of them", () => {
    const draft = draftOf(SERVER);
    expect(draft.groups.map(({ count, each, gbps }) => [count, each, gbps])).toEqual([
      [2, 1, 400],
      [1, 2, 100],
    ]);
    const more = { ...draft, groups: [{ ...draft.groups[0], count: 3 }, draft.groups[1]] };
    expect(typeOf(more).ports.map(({ name }) => name)).toEqual(["mlx5_0", "mlx5_1", "nic1", "bond"]);
  });

  test("names no two blocks of ports alike", () => {
    const draft = newDraft("switch");
    const { ports } = typeOf({ ...draft, groups: [draft.groups[0], draft.groups[0], draft.groups[0]] });
    expect(new Set(ports.map(({ name }) => name)).size).toBe(3);
  });

  test("with one price has a band of that price", () => {
    expect(typeOf({ ...newDraft("switch"), price_low: 9 }).price_usd).toEqual({
      low: 9,
      high: 9,
      basis: "",
    });
  });
});

test("a part number is what stands before the first comma, without spaces", () => {
  expect(partNumberOf("Acme 9100/X, 32 × 400G")).toBe("Acme-9100-X");
});

describe("what is wrong in a draft", () => {
  const right: TypeDraft = { ...newDraft("switch"), name: "Acme", id: "acme" };
  test("is told at its field", () => {
    expect(wrongIn(right, new Set())).toEqual({});
    expect(Object.keys(wrongIn({ ...right, name: " ", id: "a b", groups: [] }, new Set()))).toEqual([
      "name",
      "id",
      "groups",
    ]);
    expect(wrongIn({ ...right, price_low: 3, price_high: 2 }, new Set()).price).toBeDefined();
    expect(wrongIn(right, new Set(["acme"])).id).toContain("taken");
  });
});
