import { expect, test } from "vitest";
import { railOptimised } from "../fabric/samples";
import { sceneMaker } from "../fabric/scene";
import { stepFrom } from "./walk";

const scene = sceneMaker().scene(railOptimised(4, 2, 8, 1));
const row = (id: string) => scene.deviceIds.indexOf(id);
const step = (from: string, dx: number, dy: number) => scene.deviceIds[stepFrom(scene, row(from), dx, dy)];

test("up and down follow a cable to the nearest device of the next row", () => {
  expect(step("server-1", 0, -1)).toBe("leaf-1");
  expect(step("leaf-4", 0, -1)).toBe("spine-2");
  expect(step("spine-1", 0, 1)).toMatch(/^leaf-[12]$/);
});

test("left and right go along the row", () => {
  expect(step("leaf-2", 1, 0)).toBe("leaf-3");
  expect(step("server-5", -1, 0)).toBe("server-4");
});

test("where nothing lies that way the step stays", () => {
  expect(step("leaf-1", -1, 0)).toBe("leaf-1");
  expect(step("spine-1", 0, -1)).toBe("spine-1");
});
