import { expect, test } from "vitest";
import { hostsOf, wordsFor } from "./halves";

// Two leaves with two hosts each below one spine: h1 h2 | h3 h4, leaf-1 leaf-2, spine.
const ids = ["h1", "h2", "h3", "h4", "leaf-1", "leaf-2", "spine"];
const scene = {
  deviceIds: ids,
  kinds: Uint8Array.of(1, 1, 1, 1, 0, 0, 0),
  tiers: Int8Array.of(0, 0, 0, 0, 1, 1, 2),
  from: Int32Array.of(0, 1, 5, 3, 4, 6),
  to: Int32Array.of(4, 4, 2, 5, 6, 5),
};
const named = (selected: string[]) => hostsOf(scene, selected).map((row) => ids[row]);
const groups = ["unit-1", "unit-1", "unit-2", "unit-2", "unit-1", null, null];
const document = {
  devices: ids.map((id, row) => ({ id, group: groups[row] })),
} as Parameters<typeof wordsFor>[1];

test("a switch means the hosts below it, a host itself, and nobody twice", () => {
  expect(named(["leaf-2"])).toEqual(["h3", "h4"]);
  expect(named(["spine"])).toEqual(["h1", "h2", "h3", "h4"]);
  expect(named(["h2", "leaf-1"])).toEqual(["h1", "h2"]);
  expect(named([])).toEqual([]);
});

test("a group is named where all of its hosts are meant, hosts of others one by one", () => {
  expect(wordsFor(scene, document, [0, 1, 3])).toBe("unit-1, h4");
  expect(wordsFor(scene, document, [])).toBe("");
});

test("a group whose name would be read as a pattern is not named", () => {
  const odd = { devices: document.devices.map((each) => ({ ...each, group: each.group && "hall*" })) };
  expect(wordsFor(scene, odd, [0, 1, 2, 3])).toBe("h1, h2, h3, h4");
});
