import { expect, test } from "vitest";
import type { StandingTree } from "../../api/types";
import { carriedBy, drawnTrees, rateSays } from "./trees";

type Edge = StandingTree["edges"][number];

const both = (cable: string, copies: number, rate: number | null): Edge[] =>
  (["ab", "ba"] as const).map((direction) => ({
    cable,
    direction,
    copies,
    rate: rate === null ? null : copies * rate,
  }));

const tree = (edges: Edge[], part: Partial<StandingTree> = {}): StandingTree => ({
  job: "1",
  rail: "rail 1",
  roots: ["spine"],
  adds: ["spine"],
  passes_on: ["leaf"],
  rate: 25e9,
  edges,
  ...part,
});

// Two hosts on a leaf that passes copies on, one uplink of twice the rate, the vector at 25 GB/s.
const PASSED = tree([...both("c1", 1, 25e9), ...both("c2", 1, 25e9), ...both("up", 2, 25e9)]);

const ends = (cable: string) => (cable === "up" ? ["leaf", "spine"] : [cable, "leaf"]);

test("a cable carries copies times the rate of its rail, and trees over it add up", () => {
  const carried = carriedBy([PASSED, tree(both("up", 1, 10e9), { rail: "rail 2" })]);
  expect(carried.get("c1")).toEqual({ ab: { copies: 1, rate: 25e9 }, ba: { copies: 1, rate: 25e9 } });
  expect(carried.get("up")?.ab).toEqual({ copies: 3, rate: 60e9 });
});

test("rates are told in GB/s, both ways where they differ, and copies where none has gone by the tree", () => {
  const carried = carriedBy([
    tree([...both("same", 1, 50e9), ...both("never", 2, null), ...both("apart", 1, 50e9).slice(0, 1)]),
  ]);
  const says = (cable: string) => rateSays(carried.get(cable) as never);
  expect(says("same")).toMatch(/^50(\.0+)? GB\/s$/);
  expect(says("apart")).toMatch(/^50(\.0+)? \/ 0(\.0+)? GB\/s$/);
  expect(says("never")).toBe("2 ×");
});

test("the legend counts cables from the widest on, and marks tell who adds and who passes on", () => {
  const { legend, marks, adds, passes } = drawnTrees([PASSED], 0, ends);
  expect(legend.map(({ label, copies, cables }) => [label, copies, cables])).toEqual([
    [rateSays({ ab: { copies: 2, rate: 50e9 }, ba: { copies: 2, rate: 50e9 } }), "2 copies", 1],
    [rateSays({ ab: { copies: 1, rate: 25e9 }, ba: { copies: 1, rate: 25e9 } }), "1 copy", 2],
  ]);
  expect(legend[0].width).toBeGreaterThan(legend[1].width);
  expect([marks.adds, marks.passes, adds, passes]).toEqual([["spine"], { leaf: "2 ×" }, 1, 1]);
});

test("a switch that adds for one rail and passes on for another is shown to add", () => {
  const other = tree([], { rail: "rail 2", adds: ["leaf"], passes_on: ["spine"] });
  expect(drawnTrees([PASSED, other], 0, ends).marks.passes).toEqual({});
});

test("every crown of a tree is a root, and a switch that roots several rails names them", () => {
  const crowned = tree([], { roots: ["a", "b"] });
  const { roots } = drawnTrees([crowned, { ...crowned, rail: "rail 2", roots: ["b"] }], 0, ends);
  expect([...roots]).toEqual([
    ["a", ["rail 1"]],
    ["b", ["rail 1", "rail 2"]],
  ]);
});

test("of many rates the widest have rows, and one row stands for the rest", () => {
  const many = tree(Array.from({ length: 9 }, (_, row) => both(`c${row}`, 1, (row + 1) * 1e9)).flat());
  const { legend } = drawnTrees([many], 0, ends);
  expect(legend).toHaveLength(5);
  expect(legend.at(-1)?.label).toContain("and less");
  expect(legend.reduce((sum, row) => sum + row.cables, 0)).toBe(9);
});
