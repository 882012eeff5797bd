import { expect, test } from "vitest";
import { ownRows, type Profile, profileRows, withSlots } from "./limits";
import { NEW_LIMITS, withProfile } from "./profiles";

const PROFILE: Profile = {
  profile: "tofino",
  title: "Tofino-like",
  family: "SwitchML",
  scope: "switch",
  active: 32,
  trees: null,
  streams: true,
  wire_share: 0.926,
  start_us: 0,
  slots: 256,
  slot_bytes: 1024,
  most_bytes: null,
  segment_bytes: null,
  segment_start_us: 0,
  segment_step_us: 0,
  reducer_gbps: null,
  types: ["int32"],
  sources: ["slots: 256 packets under way", "share of the wire: 1,024 of 1,106 bytes", "types: integers"],
};

test("a profile tells the limits that it has, each with what its sources say of it", () => {
  const rows = profileRows(PROFILE);
  expect(rows.map(({ label, value }) => [label, value])).toEqual([
    ["Streams", "32 streams a switch at one time"],
    ["A stream takes", "92.6 % of a cable"],
    ["Slots", "256 of 1 KiB"],
    ["Adds", "at line rate"],
    ["Types", "int32"],
  ]);
  expect(rows.find(({ label }) => label === "Slots")?.source).toBe("256 packets under way");
  expect(rows.find(({ label }) => label === "Adds")?.source).toBe("no source is given");
});

test("slots and their size come and go together", () => {
  expect(withSlots(NEW_LIMITS, { slots: 64 })).toMatchObject({ slots: 64, slot_bytes: 1024 });
  const set = withSlots(NEW_LIMITS, { slot_bytes: 256 });
  expect(set).toMatchObject({ slots: 256, slot_bytes: 256 });
  expect(withSlots(set, { slot_bytes: null })).toMatchObject({ slots: null, slot_bytes: null });
});

test("only a profile of one's own has limits beside it", () => {
  const none = { profile: "none", reducer_gbps: 5, limits: null } as const;
  const own = withProfile(none, "custom");
  expect(own).toEqual({ profile: "custom", reducer_gbps: 5, limits: NEW_LIMITS });
  expect(withProfile(own, "quantum").limits).toBeNull();
  expect(ownRows(own)[0]).toMatchObject({ label: "Streams", value: "1 stream a switch at one time" });
  expect(ownRows(none)).toEqual([]);
});
