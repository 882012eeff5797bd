import { expect, test } from "vitest";
import { BadGroup, expand, type GroupedDocument } from "./groups";
import { fatTree } from "./samples";

const EMPTY: GroupedDocument = { ...fatTree(2), devices: [], cables: [] };

const ids = (document: { devices: { id: string }[] }) =>
  expand(document as GroupedDocument).devices.map(({ id }) => id);

const devices = (...entries: Partial<GroupedDocument["devices"][number]>[]) =>
  ({ ...EMPTY, devices: entries.map((entry) => ({ id: "", type: "switch", ...entry })) }) as GroupedDocument;

function refusal(document: GroupedDocument): { at: string; says: string } {
  try {
    expand(document);
  } catch (error) {
    if (error instanceof BadGroup) return { at: error.at, says: error.message };
    throw error;
  }
  throw new Error("it was taken");
}

test("a group stands for a member at each count of its letter, from 0 up", () => {
  expect(ids(devices({ each: { n: 3 }, id: "leaf-{n+1}" }))).toEqual(["leaf-1", "leaf-2", "leaf-3"]);
});

test("the first letter changes slowest", () => {
  expect(ids(devices({ each: { p: 2, l: 3 }, id: "{p}.{l}" }))).toEqual([
    "0.0",
    "0.1",
    "0.2",
    "1.0",
    "1.1",
    "1.2",
  ]);
});

test("a term multiplies its letter, signs add and subtract, digits are padded", () => {
  const [, , , last] = ids(devices({ each: { p: 2, l: 2 }, id: "{24p+l-0+1:04}/{9-l}/{-p+1}" }));
  expect(last).toBe("0026/8/0");
});

test("braces themselves are written twice, and one entry that is no group keeps its braces", () => {
  expect(ids(devices({ each: { n: 1 }, id: "{{{n}}}" }, { id: "{n}" }))).toEqual(["{0}", "{n}"]);
});

test("groups are expanded in place: what stands before and after keeps its place", () => {
  expect(ids(devices({ id: "first" }, { each: { n: 2 }, id: "s{n}" }, { id: "last" }))).toEqual([
    "first",
    "s0",
    "s1",
    "last",
  ]);
});

test("name, group and tags are patterns; the type is not", () => {
  const given = devices({
    each: { p: 2 },
    id: "s{p}",
    type: "sw{p}",
    name: "S {p}",
    group: "pod-{p+1}",
    tags: ["t{p}"],
  });
  expect(expand(given).devices[1]).toEqual({
    id: "s1",
    type: "sw{p}",
    name: "S 1",
    group: "pod-2",
    tags: ["t1"],
    x: null,
    y: null,
    aggregation: null,
  });
});

test("a group of cables gives the ids and ends that are counted by hand", () => {
  const cables = [
    {
      each: { a: 2, c: 2 },
      id: "c{2a+c+1}",
      a: "agg-{a+1}/p{c+3}",
      b: "core-{2a+c+1}/p{a+1}",
      gbps: 400,
      medium: "{a}",
    },
  ];
  const made = expand({ ...EMPTY, cables } as GroupedDocument).cables;
  expect(made.map(({ id, a, b }) => [id, a, b].join(" "))).toEqual([
    "c1 agg-1/p3 core-1/p1",
    "c2 agg-1/p4 core-2/p1",
    "c3 agg-2/p3 core-3/p2",
    "c4 agg-2/p4 core-4/p2",
  ]);
  expect(made[3]).toMatchObject({ gbps: 400, length_m: null, medium: "{a}" });
});

test("a document without groups is the same document", () => {
  const document = fatTree(4);
  expect(expand(document)).toEqual(document);
});

test("nonsense is refused at its place", () => {
  const group = (entry: object) =>
    refusal(devices({ id: "ok" }, { id: "s{n}", each: { n: 2 }, ...entry })).at;
  expect(group({ each: {} })).toBe("/devices/1/each");
  expect(group({ each: { n: 0 } })).toBe("/devices/1/each/n");
  expect(group({ each: { n: 1.5 } })).toBe("/devices/1/each/n");
  expect(group({ each: { nn: 2 } })).toBe("/devices/1/each/nn");
  expect(group({ each: { N: 2 } })).toBe("/devices/1/each/N");
  expect(group({ each: [2] })).toBe("/devices/1/each");
  expect(group({ id: "s{m}" })).toBe("/devices/1");
  expect(group({ id: "s{n" })).toBe("/devices/1");
  expect(group({ id: "s{n*2}" })).toBe("/devices/1");
  expect(group({ id: "s{}" })).toBe("/devices/1");
  expect(group({ id: "s{n:3}" })).toBe("/devices/1");
  expect(group({ id: "s{n-1}" })).toBe("/devices/1");
});

test("a list of more members than the server takes is refused before it is made", () => {
  const large = { each: { a: 1000, b: 1000 }, id: "s{a}-{b}" };
  expect(refusal(devices(large)).says).toContain("500000");
});
