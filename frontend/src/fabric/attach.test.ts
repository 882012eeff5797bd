import { expect, test } from "vitest";
import { railOptimised } from "./samples";
import { sceneMaker } from "./scene";

const scene = sceneMaker().scene(railOptimised(8, 4, 32, 8));

test("every cable ends on the edge of its device that faces the other end", () => {
  for (let cable = 0; cable < scene.from.length; cable++) {
    for (const [device, other, at] of [
      [scene.from[cable], scene.to[cable], 4 * cable],
      [scene.to[cable], scene.from[cable], 4 * cable + 2],
    ]) {
      const [x, y, w, h] = scene.boxes.slice(4 * device, 4 * device + 4);
      const isAbove = scene.boxes[4 * other + 1] < y;
      expect(scene.ends[at]).toBeGreaterThan(x);
      expect(scene.ends[at]).toBeLessThan(x + w);
      expect(scene.ends[at + 1]).toBeCloseTo(isAbove ? y : y + h, 3);
    }
  }
});

test("no two cables meet a switch at the same place", () => {
  const places = new Set<string>();
  let switchEnds = 0;
  for (let cable = 0; cable < scene.from.length; cable++) {
    for (const [device, at] of [
      [scene.from[cable], 4 * cable],
      [scene.to[cable], 4 * cable + 2],
    ]) {
      if (scene.kinds[device] === 1) continue;
      switchEnds++;
      places.add(`${device}:${scene.ends[at].toFixed(3)}:${scene.ends[at + 1].toFixed(3)}`);
    }
  }
  expect(places.size).toBe(switchEnds);
});

test("parallel cables do not cross", () => {
  const byPair = new Map<string, number[]>();
  for (let cable = 0; cable < scene.from.length; cable++) {
    const key = `${scene.from[cable]}-${scene.to[cable]}`;
    byPair.set(key, [...(byPair.get(key) ?? []), cable]);
  }
  const parallel = [...byPair.values()].filter((cables) => cables.length === 8);
  expect(parallel).toHaveLength(32);
  for (const cables of parallel) {
    for (const cable of cables.slice(1)) {
      expect(scene.ends[4 * cable]).toBeGreaterThan(scene.ends[4 * (cable - 1)]);
      expect(scene.ends[4 * cable + 2]).toBeGreaterThan(scene.ends[4 * (cable - 1) + 2]);
    }
  }
});

test("the adapters of a host stand in their order from left to right", () => {
  const ofFirst = [...scene.from.keys()].filter((cable) => scene.ports[2 * cable].startsWith("server-1/"));
  const xs = ofFirst.map((cable) => scene.ends[4 * cable]);
  expect(xs).toHaveLength(8);
  expect(xs).toEqual([...xs].sort((one, two) => one - two));
});
