import { describe, expect, test } from "vitest";
import type { DeviceType } from "../../api/types";
import { UNKNOWN_FIGURES } from "../../fabric/document";
import { paletteOf, typeIn } from "./palette_types";

const typed = (id: string, count = 4): DeviceType => ({
  id,
  kind: "switch",
  name: id,
  ports: [{ name: "p", count, gbps: 400 }],
  gpus: 0,
  aggregation: { profile: "none", reducer_gbps: null, limits: null },
  ...UNKNOWN_FIGURES,
  source: "",
});
const ids = (types: DeviceType[]) => types.map(({ id }) => id);

describe("the palette", () => {
  test("offers a person's own type once, whether the fabric has it or not", () => {
    const mine = typed("mine");
    for (const here of [[typed("other")], [typed("other"), mine]]) {
      const types = paletteOf(here, [mine], []);
      expect([ids(types.here), ids(types.own)]).toEqual([["other"], ["mine"]]);
    }
  });

  test("gives a type that was changed since the fabric took it an id of its own", () => {
    const types = paletteOf([typed("mine", 4)], [typed("mine", 8)], []);
    expect(types.own[0]).toEqual({ ...typed("mine", 8), id: "mine-2" });
    expect(ids(types.here)).toEqual(["mine"]);
  });

  test("finds it again under that id once it was drawn with", () => {
    const renamed = { ...typed("mine", 8), id: "mine-2" };
    const types = paletteOf([typed("mine", 4), renamed], [typed("mine", 8)], []);
    expect(types.own).toEqual([renamed]);
    expect(typeIn(types, "mine-2")).toBe(renamed);
  });
});
