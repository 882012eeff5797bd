import { describe, expect, test } from "vitest";
import { assignedBy, fits, lacking, mapOf, NOTHING_ASSIGNED, withRole } from "./column_roles";

const HEADERS = ["von", "Port von", "nach", "Tempo"];
const CHOSEN = withRole(withRole(NOTHING_ASSIGNED, "von", "a_device"), "nach", "b_device");

describe("columns that a person assigns", () => {
  test("become a map with the rest left open, and that map assigns them again", () => {
    const map = mapOf({ ...withRole(CHOSEN, "Tempo", "speed"), speed_unit: "Gb/s" }, " Hall 7 ");
    expect(map).toMatchObject({ name: "Hall 7", a_device: "von", b_device: "nach", speed: "Tempo" });
    expect([map.a_port, map.length, map.speed_unit]).toEqual([null, null, "Gb/s"]);
    expect(assignedBy(map, HEADERS).roles).toEqual({ von: "a_device", nach: "b_device", Tempo: "speed" });
  });

  test("have a role each: one that another column had moves over", () => {
    expect(withRole(CHOSEN, "Port von", "a_device").roles).toEqual({
      nach: "b_device",
      "Port von": "a_device",
    });
    expect(withRole(CHOSEN, "von", null).roles).toEqual({ nach: "b_device" });
  });

  test("lack a device until both ends have one", () => {
    expect(lacking(NOTHING_ASSIGNED)).toHaveLength(2);
    expect(lacking(CHOSEN)).toEqual([]);
  });
});

describe("a map that is kept", () => {
  const map = mapOf(withRole(CHOSEN, "Port von", "a_port"), "");
  test("fits a file that has its columns, in any order, case and punctuation", () => {
    expect(fits(map, ["NACH", "port_von", "Von", "more"])).toBe(true);
    expect(fits(map, ["nach", "von"])).toBe(false);
  });

  test("assigns what the file has of it", () => {
    expect(assignedBy(map, ["NACH", "von"]).roles).toEqual({ von: "a_device", NACH: "b_device" });
  });
});
