import { describe, expect, test, vi } from "vitest";
import {
  ago,
  bytes,
  change,
  collectiveRate,
  counted,
  duration,
  measure,
  percent,
  whole,
  wireRate,
} from "./format";

vi.stubGlobal("navigator", { language: "en-US" });

describe("numbers", () => {
  test("whole numbers carry separators", () => {
    expect(whole(1074)).toBe("1,074");
  });

  test("a measure keeps three digits that mean something", () => {
    expect([25.94, 5.8271, 0.1941, 1204.4, 0].map(measure)).toEqual(["25.9", "5.83", "0.194", "1,204", "0"]);
  });

  test("a time takes the unit that fits", () => {
    expect([3.4e-4, 0.00583, 9.6, 44.2, 156, 4320].map(duration)).toEqual([
      "340 µs",
      "5.83 ms",
      "9.6 s",
      "44 s",
      "2 min 36 s",
      "1 h 12 min",
    ]);
  });

  test("sixty seconds never show as 60 s", () => {
    expect(duration(59.7)).toBe("1 min 0 s");
  });

  test("wires are read in gigabits and collectives in gigabytes", () => {
    expect(wireRate(400)).toBe("400 Gb/s");
    expect(wireRate(12_800)).toBe("12.8 Tb/s");
    // 50e9 bytes a second are 400 Gb/s on the wire, and 50 GB/s for a collective.
    expect(collectiveRate(50e9)).toBe("50.0");
  });

  test("a round binary size stays binary, any other is decimal", () => {
    // 1e8 is 97,656.25 KiB, which nobody reads.
    expect(bytes(1e8)).toBe("100 MB");
    expect([2 ** 30, 1.5 * 2 ** 30, 2.13e9, 999].map(bytes)).toEqual([
      "1 GiB",
      "1.5 GiB",
      "2.13 GB",
      "999 B",
    ]);
  });

  test("changes carry a sign as wide as a figure", () => {
    expect([change(-0.4738), change(0.196)]).toEqual(["−47.4 %", "+19.6 %"]);
    expect(percent(0.359)).toBe("35.9");
  });

  test("one is singular", () => {
    expect([counted(1, "cable"), counted(2, "cable"), counted(0, "switch", "switches")]).toEqual([
      "1 cable",
      "2 cables",
      "0 switches",
    ]);
  });

  test("moments are told from now", () => {
    const now = Date.parse("2026-01-01T12:00:00Z");
    expect(ago("2026-01-01T11:46:00Z", now)).toBe("14 minutes ago");
    expect(ago("2025-12-30T12:00:00Z", now)).toBe("2 days ago");
  });
});
