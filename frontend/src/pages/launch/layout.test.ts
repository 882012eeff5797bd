import { expect, test } from "vitest";
import { changedFrom, LAYOUT, layoutOf, matterOf } from "./layout";

test("only an all-to-all is asked about PXN, and it has no rings", () => {
  expect(matterOf("all-to-all", "direct")).toEqual(["rails", "pxn"]);
  expect(matterOf("all-reduce", "ring")).not.toContain("pxn");
});

test("a root belongs to what has one, chunks to chains and double trees", () => {
  expect(matterOf("broadcast", "ring")).toEqual(["rails", "rail_affinity", "root", "chunks"]);
  expect(matterOf("reduce", "in-network")).toEqual(["rails", "rail_affinity", "root"]);
  expect(matterOf("all-reduce", "double-tree")).toContain("chunks");
  expect(matterOf("all-reduce", "ring")).not.toContain("chunks");
});

test("what has no say goes back to its default", () => {
  const given = { ...LAYOUT, pxn: true, root: 3, rails: 2 };
  expect(layoutOf(given, "all-reduce", "ring")).toEqual({ ...LAYOUT, rails: 2 });
  expect(layoutOf(given, "all-to-all", "direct")).toEqual({ ...LAYOUT, rails: 2, pxn: true });
});

test("changes are counted among the settings that matter", () => {
  expect(changedFrom({ ...LAYOUT, rails: 2, root: 1 }, LAYOUT, ["rails", "pxn"])).toBe(1);
});
