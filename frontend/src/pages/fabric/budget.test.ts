import { expect, test } from "vitest";
import type { Scene } from "../../canvas/types";
import { UNKNOWN_FIGURES } from "../../fabric/document";
import { budgetOf, oversubscription } from "./budget";

// leaf (row 1) with two hosts below at 400 and one spine above by two cables, one of them at 200.
const scene = {
  cableIds: ["c1", "c2", "c3", "c4"],
  from: Int32Array.of(1, 3, 1, 1),
  to: Int32Array.of(2, 1, 0, 0),
  tiers: Uint8Array.of(2, 1, 0, 0),
  gbps: Float64Array.of(400, 400, 400, 200),
} as unknown as Scene;

const type = {
  id: "t",
  kind: "switch" as const,
  name: "",
  ports: [{ name: "p", count: 8, gbps: 400 }],
  gpus: 0,
  aggregation: { profile: "none" as const, reducer_gbps: null, limits: null },
  ...UNKNOWN_FIGURES,
  source: "",
};

test("ports are counted by side with what they carry, and the rest is free", () => {
  expect(budgetOf(scene, 1, type)).toEqual({
    total: 8,
    portGbps: 400,
    down: { ports: 2, gbps: 800, unknown: 0 },
    up: { ports: 2, gbps: 600, unknown: 0 },
    free: 4,
    neighbours: [
      { row: 0, cables: 2, speeds: [200, 400], up: true },
      { row: 2, cables: 1, speeds: [400], up: false },
      { row: 3, cables: 1, speeds: [400], up: false },
    ],
  });
});

test("oversubscription is capacity against capacity, and nothing where nothing leads up", () => {
  // By hand: 800 down, 600 up.
  expect(oversubscription(budgetOf(scene, 1, type))).toBeCloseTo(4 / 3, 12);
  expect(oversubscription(budgetOf(scene, 2, type))).toBeNull();
});
