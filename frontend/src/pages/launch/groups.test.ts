import fc from "fast-check";
import { expect, test } from "vitest";
import { grouped, sharingOf } from "./groups";

const HOSTS = ["a", "b", "c", "d", "e"];

test("jobs on the same hosts name none: the default placement has them", () => {
  expect(grouped(HOSTS, 2, "same")).toEqual([[], []]);
  expect(grouped(HOSTS, 1, "blocks")).toEqual([[]]);
});

test("in turn or in blocks each job has as many hosts, and what is left over stands idle", () => {
  expect(grouped(HOSTS, 2, "in-turn")).toEqual([
    ["a", "c"],
    ["b", "d"],
  ]);
  expect(grouped(HOSTS, 2, "blocks")).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
});

test("hosts belong to one job each, and how they are shared is seen from the groups", () => {
  const hosts = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 8, maxLength: 40 });
  const way = fc.constantFrom("in-turn" as const, "blocks" as const);
  fc.assert(
    fc.property(hosts, fc.integer({ min: 2, max: 4 }), way, (all, count, sharing) => {
      const groups = grouped(all, count, sharing);
      const named = groups.flat();
      expect(new Set(named).size).toBe(named.length);
      expect(new Set(groups.map((group) => group.length)).size).toBe(1);
      expect(sharingOf(groups, all)).toBe(sharing);
    }),
  );
});

test("groups that were made by hand are by none of the ways", () => {
  expect(sharingOf([["a", "b", "c"], ["d"]], HOSTS)).toBeNull();
});
