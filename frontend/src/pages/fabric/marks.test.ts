import { expect, test } from "vitest";
import type { FabricDocument, Finding } from "../../api/types";
import { existing, marksOf, withCut, withFaults } from "./marks";

const document = {
  devices: [{ id: "leaf-1" }, { id: "leaf-2" }],
  cables: [{ id: "c1" }, { id: "c2" }],
} as unknown as FabricDocument;
const finding = (severity: Finding["severity"], ...objects: string[]): Finding => ({
  rule: "r",
  severity,
  at: "",
  says: "",
  objects,
  accepted: null,
});

test("a device carries its worst finding, and a note marks nothing", () => {
  const found = [
    finding("warning", "leaf-1"),
    finding("error", "leaf-1", "c1"),
    finding("note", "leaf-2", "c2"),
  ];
  expect(marksOf(found, document)).toEqual({ devices: { "leaf-1": "error" }, cables: { c1: "error" } });
});

test("what a run is to break is marked over what was found", () => {
  const fault = (part: { cable: string | null; switch: string | null; rate_share: number }) => ({
    ...part,
    at_ms: 0,
    until_ms: null,
  });
  const faults = [
    fault({ cable: "c1", switch: null, rate_share: 0.25 }),
    fault({ cable: "c2", switch: null, rate_share: 0 }),
    fault({ cable: null, switch: "leaf-2", rate_share: 0 }),
  ];
  const found = marksOf([finding("error", "leaf-1", "c1")], document);
  expect(withFaults(found, faults)).toEqual({
    devices: { "leaf-1": "error", "leaf-2": "out" },
    cables: { c1: "fault", c2: "down" },
  });
});

test("a selection loses what was undone and stays the same object otherwise", () => {
  const whole = { devices: ["leaf-1"], cables: ["c2"] };
  expect(existing(whole, document)).toBe(whole);
  expect(existing({ devices: ["leaf-1", "leaf-9"], cables: ["c9"] }, document)).toEqual({
    devices: ["leaf-1"],
    cables: [],
  });
});

test("a cable of a cut is marked, what stops a run stays seen", () => {
  const found = marksOf([finding("error", "c1")], document);
  expect(withCut(found, ["c1", "c2"]).cables).toEqual({ c1: "error", c2: "cut" });
});
