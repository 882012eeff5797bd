import { expect, test } from "vitest";
import { railOptimised } from "../fabric/samples";
import { sceneMaker } from "../fabric/scene";
import { Drag } from "./drag";
import { prepare } from "./prepare";

test("dragged devices take their ends of the cables along, and dragging back restores every place", () => {
  const prepared = prepare(sceneMaker().scene(railOptimised(2, 2, 4, 1)));
  const { scene } = prepared;
  const before = { boxes: scene.boxes.slice(), ends: scene.ends.slice() };
  const row = scene.deviceIds.indexOf("leaf-1");
  const drag = new Drag(prepared);
  drag.moveTo(new Set([row]), 500, 300);
  drag.moveTo(new Set([row]), 50, 30);
  expect(scene.boxes[4 * row]).toBeCloseTo(before.boxes[4 * row] + 50, 3);
  for (let cable = 0; cable < scene.from.length; cable++) {
    const there = scene.from[cable] === row ? 50 : 0;
    expect(scene.ends[4 * cable]).toBeCloseTo(before.ends[4 * cable] + there, 3);
    const here = scene.to[cable] === row ? 30 : 0;
    expect(scene.ends[4 * cable + 3]).toBeCloseTo(before.ends[4 * cable + 3] + here, 3);
  }
  drag.moveTo(new Set([row]), 0, 0);
  expect(scene.boxes).toEqual(before.boxes);
  expect(scene.ends).toEqual(before.ends);
});
