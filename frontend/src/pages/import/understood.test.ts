import { expect, test } from "vitest";
import type { Reading } from "../../api/types";
import { understood } from "./understood";

const reading = (more: Partial<Reading>) =>
  ({
    devices: [],
    tier_facts: [],
    links_by_gbps: {},
    ports_by_gbps: {},
    hosts_by_adapters: {},
    rails: [],
    hosts_off_rails: [],
    hosts_astray: [],
    hosts: 0,
    lines_unread: 0,
    document: { device_types: [], devices: [], cables: [], latency: { assumed_length_m: 20 } },
    ...more,
  }) as unknown as Reading;

const row = (more: Partial<Reading>, says: string) =>
  understood(reading(more))
    .flatMap((group) => group.rows)
    .find((each) => each.says === says);

test("a tier says why it is one, and its cables", () => {
  const fact = {
    tier: 1,
    name: "leaf",
    switches: 31,
    why: "31 switches with a host",
    cables_down: 542,
    cables_up: 0,
  };
  expect(row({ tier_facts: [fact] }, "Leaf")).toEqual({
    says: "Leaf",
    count: 31,
    why: "31 switches with a host; cables: 542 down",
  });
});

test("cables without a speed are counted as such", () => {
  expect(row({ links_by_gbps: { "100": 3, unknown: 5 } }, "Cables of unknown speed")?.count).toBe(5);
});

test("hosts with most adapters come first", () => {
  const rails = understood(reading({ hosts_by_adapters: { "2": 1, "10": 4 } })).find(
    (group) => group.title === "Hosts and rails",
  );
  expect(rails?.rows.map((each) => each.says)).toEqual(["Hosts with 10 adapters", "Hosts with 2 adapters"]);
});

test("of hosts left out of the rails some are named and the rest counted", () => {
  const why = row({ hosts_off_rails: ["a", "b", "c", "d", "e", "f"] }, "Hosts left out of the rails")?.why;
  expect(why).toContain("a, b, c, d and 2 more");
});

test("a group without a row is not shown", () => {
  expect(understood(reading({}))).toEqual([]);
});
