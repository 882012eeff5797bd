import { expect, test } from "vitest";
import { hostsNamed, saidAs } from "./servers";

const HOSTS = [
  { id: "S-1", name: "host-1" },
  { id: "S-2", name: "host-2" },
  { id: "host-1", name: "" },
];

test("hosts are found by name and by id, once each, and an id goes before a name", () => {
  expect(hostsNamed("host-2, S-2\nS-1", HOSTS)).toEqual(["S-2", "S-1"]);
  expect(hostsNamed("host-1", HOSTS)).toEqual(["host-1"]);
});

test("what names no host is kept: a run is refused for it, not run without it", () => {
  expect(hostsNamed("host-9,", HOSTS)).toEqual(["host-9"]);
});

test("ids are shown by name", () => {
  expect(saidAs(["S-2", "host-1", "gone"], HOSTS)).toBe("host-2, host-1, gone");
});
