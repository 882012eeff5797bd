import { expect, test } from "vitest";
import { bodiesOf } from "./bodies";
import type { FabricDocument } from "./document";
import { layoutFabric } from "./layout";
import { podScene } from "./pods";
import { fatTree, leafSpine, railOptimised } from "./samples";
import { sceneOf } from "./scene";

function podsOf(document: FabricDocument, ...open: string[]) {
  const layout = layoutFabric(document);
  const bodies = bodiesOf(document, layout);
  if (!bodies) throw new Error("it has no pods");
  return podScene(document, sceneOf(document, layout), layout, bodies, new Set(open));
}

test("a fat tree of k = 8 has 8 pods of 8 switches and 16 hosts, and each of its 16 cores stands for itself", () => {
  const document = fatTree(8);
  const bodies = bodiesOf(document, layoutFabric(document)) ?? [];
  const pods = bodies.filter(({ isPod }) => isPod);
  expect(pods).toHaveLength(8);
  for (const { parts } of pods) {
    expect(parts.map(({ tier, rows }) => [tier, rows.length])).toEqual([
      [2, 4],
      [1, 4],
      [0, 16],
    ]);
  }
  expect(bodies).toHaveLength(8 + 16);
});

test("pods come from the cables: names that say nothing make no difference", () => {
  const document = fatTree(4);
  const names = document.devices.map((device, row) => ({ ...device, name: `x${(row * 31) % 97}` }));
  const bodies =
    bodiesOf({ ...document, devices: names }, layoutFabric({ ...document, devices: names })) ?? [];
  const sizes = bodies
    .filter(({ isPod }) => isPod)
    .map(({ parts }) => parts.flatMap(({ rows }) => rows).length);
  expect(sizes).toEqual([8, 8, 8, 8]);
});

test("the 144 cores of k = 24, 12 groups of 12, stand as planes of whole groups", () => {
  const document = fatTree(24);
  const bodies = bodiesOf(document, layoutFabric(document)) ?? [];
  const planes = bodies.filter(({ isPod }) => !isPod);
  expect(planes).toHaveLength(12);
  for (const { parts } of planes) expect(parts[0].rows).toHaveLength(12);
});

test("a fabric in one piece below its top has no pods", () => {
  const document = railOptimised(4, 2, 8, 1);
  expect(bodiesOf(document, layoutFabric(document))).toBeNull();
});

test("many leaves stand together in runs, and no device is lost", () => {
  const document = leafSpine(100, 20, 2);
  const bodies = bodiesOf(document, layoutFabric(document)) ?? [];
  expect(bodies.filter(({ isPod }) => isPod)).toHaveLength(15); // 100 leaves, 7 a run
  const rows = bodies.flatMap(({ parts }) => parts.flatMap((part) => part.rows));
  expect(rows.sort((one, two) => one - two)).toEqual([...document.devices.keys()]);
});

test("cables inside a closed pod are none of its trunks: k = 8 has 8 × 16 trunks with a cable each", () => {
  const { cluster, from, to } = podsOf(fatTree(8));
  const between = [...from.keys()].filter((cable) => cluster[from[cable]] !== cluster[to[cable]]);
  const trunks = new Set(between.map((cable) => [cluster[from[cable]], cluster[to[cable]]].sort().join()));
  expect(between).toHaveLength(128);
  expect(trunks.size).toBe(128);
});

test("in an opened pod each device stands for itself, and the others stay closed", () => {
  const scene = podsOf(fatTree(8), "pod 3");
  const { bodies, cluster } = scene;
  const opened = [...(bodies?.open.keys() ?? [])].filter((row) => bodies?.open[row]);
  expect(opened).toHaveLength(24);
  expect(new Set(opened.map((row) => cluster[row])).size).toBe(24);
  expect(scene.clusters).toHaveLength(24 + 7 + 16);
});

test.each([[""], ["pod 1"]])("every device lies inside the frame of its body, with %j open", (open) => {
  const { boxes, frames, bodies } = podsOf(fatTree(8), open);
  frames.forEach(({ x, y, w, h, devices }, frame) => {
    for (const row of devices) {
      expect(bodies?.frameOf[row]).toBe(frame);
      const [left, top, wide, high] = boxes.subarray(4 * row, 4 * row + 4);
      expect(left).toBeGreaterThanOrEqual(x);
      expect(top).toBeGreaterThanOrEqual(y);
      expect(left + wide).toBeLessThanOrEqual(x + w + 0.01);
      expect(top + high).toBeLessThanOrEqual(y + h + 0.01);
    }
  });
});

test("bodies do not overlap, opened or not", () => {
  for (const scene of [podsOf(fatTree(8)), podsOf(fatTree(8), "pod 1", "pod 5")]) {
    for (const [at, one] of scene.frames.entries()) {
      for (const two of scene.frames.slice(at + 1)) {
        const beside = one.x + one.w <= two.x || two.x + two.w <= one.x;
        const apart = beside || one.y + one.h <= two.y || two.y + two.h <= one.y;
        expect(apart, `${one.name} and ${two.name}`).toBe(true);
      }
    }
  }
});
