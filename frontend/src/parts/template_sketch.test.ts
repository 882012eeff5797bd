import { describe, expect, test } from "vitest";
import { HEIGHT, type Sketch, sketchOf, WIDTH } from "./template_sketch";

const NAMES = [
  "leaf-spine",
  "fat-tree",
  "rail-optimised",
  "rail-optimised-pods",
  "rail-only",
  "dual-plane",
  "dragonfly",
  "dragonfly-plus",
  "torus-2d",
  "torus-3d",
];
const of = (name: string) => sketchOf(name) as Sketch;

/** The boxes that cables join, directly or over others. */
function parts({ boxes, cables }: Sketch): number {
  const root = boxes.map((_, row) => row);
  const find = (row: number): number => (root[row] === row ? row : find(root[row]));
  for (const [one, other] of cables) root[find(one)] = find(other);
  return new Set(boxes.map((_, row) => find(row))).size;
}

describe("the sketch of a template", () => {
  test.each(NAMES)("%s stays within its frame and hangs together", (name) => {
    for (const { x, y, width, height } of of(name).boxes) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(WIDTH);
      expect(y + height).toBeLessThanOrEqual(HEIGHT);
    }
    expect(parts(of(name))).toBe(1);
  });

  test("is a grid for a torus: n − 1 cables in each row and column, the last ones going around", () => {
    const { boxes, cables, around } = of("torus-2d");
    // 4 rows of 5: 4 × 4 cables along, 3 × 5 across; an open end at both sides of each row and column.
    expect([boxes.length, cables.length, around.length]).toEqual([20, 31, 18]);
    // 3 × 3 × 3: in each of three directions 9 lines of 2 cables.
    expect([of("torus-3d").boxes.length, of("torus-3d").cables.length]).toEqual([27, 54]);
  });

  test("has a cable between any two groups of a dragonfly", () => {
    expect(of("dragonfly").cables.length).toBe((9 * 8) / 2);
    expect(of("dragonfly-plus").cables.length).toBe((6 * 5) / 2 + 6 * 2);
  });

  test("has every server on every rail, where there are rails alone", () => {
    expect(of("rail-only").cables.length).toBe(4 * 8);
  });

  test("is none for a template that is not known", () => {
    expect(sketchOf("blank")).toBeNull();
  });
});
