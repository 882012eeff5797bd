import fc from "fast-check";
import { expect, test } from "vitest";
import { AGGREGATION } from "./aggregation";
import { grouped, regrouped, type Standing, sharingOf, standingOf } from "./groups";
import { DEFAULTS } from "./settings";

const HOSTS = ["a", "b", "c", "d", "e"];
const ALL: Standing = { hosts: HOSTS, isDefault: true };

test("jobs on the same hosts name none: the default placement has them", () => {
  expect(grouped(ALL, 2, "same")).toEqual([[], []]);
  expect(grouped(ALL, 1, "blocks")).toEqual([[]]);
});

test("in turn or in blocks each job has as many hosts, and what is left over stands idle", () => {
  expect(grouped(ALL, 2, "in-turn")).toEqual([
    ["a", "c"],
    ["b", "d"],
  ]);
  expect(grouped(ALL, 2, "blocks")).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
});

test("hosts belong to one job each, and how they are shared is seen from the groups", () => {
  const hosts = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 8, maxLength: 40 });
  const way = fc.constantFrom("in-turn" as const, "blocks" as const);
  fc.assert(
    fc.property(hosts, fc.integer({ min: 2, max: 4 }), way, (all, count, sharing) => {
      const standing = { hosts: all, isDefault: true };
      const groups = grouped(standing, count, sharing);
      const named = groups.flat();
      expect(new Set(named).size).toBe(named.length);
      expect(new Set(groups.map((group) => group.length)).size).toBe(1);
      expect(sharingOf(groups, standing)).toBe(sharing);
    }),
  );
});

test("groups that were made by hand are by none of the ways", () => {
  expect(sharingOf([["a", "b", "c"], ["d"]], ALL)).toBeNull();
});

const TAGGED = HOSTS.map((id) => ({ id, tags: id < "c" ? ["store"] : [] }));
const serving = (hosts: typeof AGGREGATION.servers.hosts) => ({
  ...DEFAULTS,
  algorithm: "edge-servers" as const,
  aggregation: { ...AGGREGATION, servers: { ...AGGREGATION.servers, hosts } },
});
const named = serving({ by: "list", tag: null, hosts: ["e"], count: null });

test("no job stands on an edge server, whether it is named or tagged, and counts are of the others", () => {
  expect(standingOf(named, HOSTS, TAGGED)).toEqual({ hosts: ["a", "b", "c", "d"], isDefault: false });
  const tagged = serving({ by: "tag", tag: "store", hosts: [], count: null });
  expect(standingOf({ ...tagged, hosts: 2 }, HOSTS, TAGGED).hosts).toEqual(["c", "d"]);
});

test("jobs leave the servers when these are chosen, and come back when they add no more", () => {
  const moved = regrouped(DEFAULTS, named, HOSTS, TAGGED);
  expect(moved.groups).toEqual([["a", "b", "c", "d"]]);
  expect(regrouped(moved, { ...moved, algorithm: "ring" as const }, HOSTS, TAGGED).groups).toEqual([[]]);
  // What somebody has given by hand, or a fabric that is not placed yet, changes nothing.
  const given = { ...DEFAULTS, groups: [["a"], ["b", "c"]] };
  expect(regrouped(given, { ...named, groups: given.groups }, HOSTS, TAGGED).groups).toEqual(given.groups);
  expect(regrouped(DEFAULTS, named, [], TAGGED).groups).toEqual([[]]);
});
