import { expect, test } from "vitest";
import { fatTree, leafSpine, railOptimised } from "../../fabric/samples";
import { sceneMaker } from "../../fabric/scene";
import { prepare } from "../prepare";
import type { Scene } from "../types";
import { followed, gather, levelAt, spread, thresholds } from "./bundles";

const prepared = (scene: Scene) => prepare(scene);
const k16 = prepared(sceneMaker().scene(fatTree(16)));

test("8 parallel cables of 8 leaves and 4 spines make 32 trunks of 8, beside 256 of one to the hosts", () => {
  const { pairs } = prepared(sceneMaker().scene(railOptimised(8, 4, 32, 8)));
  const counts = [...pairs.upper.keys()].map((trunk) => pairs.first[trunk + 1] - pairs.first[trunk]);
  expect(counts.filter((count) => count === 8)).toHaveLength(32);
  expect(counts.filter((count) => count === 1)).toHaveLength(256);
});

test("every cable between two clusters lies in one trunk, and no other", () => {
  const { scene, pods } = k16;
  const between = [...scene.from.keys()].filter(
    (cable) => scene.cluster[scene.from[cable]] !== scene.cluster[scene.to[cable]],
  );
  expect([...pods.cables].sort((one, two) => one - two)).toEqual(between);
});

test("from afar k = 16 shows 16 pods to 8 planes by 128 trunks of 8 cables", () => {
  const { scene, pods } = k16;
  const toPlanes = [...pods.upper.keys()].filter((trunk) => scene.clusters[pods.upper[trunk]].tier === 3);
  expect(scene.frames).toHaveLength(16);
  expect(toPlanes).toHaveLength(128);
  for (const trunk of toPlanes) expect(pods.first[trunk + 1] - pods.first[trunk]).toBe(8);
});

test("trunks leave a box side by side in the order of where they go", () => {
  const from = Int32Array.of(0, 0, 0);
  const to = Int32Array.of(3, 1, 2);
  const ends = Float32Array.of(50, 10, 250, 100, 50, 10, 50, 100, 50, 10, 150, 100);
  const trunks = gather(from, to, ends, null);
  spread(trunks, [0, 0, 100, 10, 0, 100, 100, 10, 100, 100, 100, 10, 200, 100, 100, 10], 5);
  const byTarget = [...trunks.lower.keys()].sort((one, two) => trunks.lower[one] - trunks.lower[two]);
  const starts = byTarget.map((trunk) => trunks.ends[4 * trunk]);
  expect(starts).toEqual([20, 50, 80]);
});

test("a small fabric always shows its cables", () => {
  const { thresholds: from } = prepared(sceneMaker().scene(railOptimised(2, 2, 8, 4)));
  expect(levelAt(0.01, from)).toBe("cables");
});

test("k = 16 goes from pods to cables on the way in; a fabric without pods never shows them", () => {
  expect(levelAt(0.08, k16.thresholds)).toBe("pods");
  expect(levelAt(1, k16.thresholds)).toBe("cables");
  const rails = prepared(sceneMaker().scene(railOptimised(8, 4, 32, 8)));
  expect(rails.scene.frames).toEqual([]);
  expect(levelAt(0.01, rails.thresholds)).not.toBe("pods");
});

test("240 leaves on 64 spines are no slab: 15,360 cables become at most 256 trunks", () => {
  const { scene, pods, thresholds: from } = prepared(sceneMaker().scene(leafSpine(240, 64, 19)));
  const toSpines = [...pods.upper].filter((cluster) => scene.clusters[cluster].tier === 2);
  expect(toSpines.length).toBeLessThanOrEqual(256);
  expect(levelAt(0.05, from)).toBe("pods");
});

test("a fabric without cables has no thresholds", () => {
  const none = gather(new Int32Array(0), new Int32Array(0), new Float32Array(0), null);
  expect(thresholds(new Float32Array(0), none, none)).toEqual({ cables: 0, trunks: 0 });
});

test("trunks that follow their cables are those that are gathered anew, unless a cable turned over", () => {
  const { scene, pairs } = prepared(sceneMaker().scene(railOptimised(4, 2, 8, 2)));
  const ends = scene.ends.map((value, at) => (at % 4 === 0 ? value + 7 : value));
  expect(followed(pairs, { ...scene, ends })).toEqual(gather(scene.from, scene.to, ends, null));
  const [top, bottom] = [Math.min(ends[1], ends[3]), Math.max(ends[1], ends[3])];
  const turned = ends.slice();
  turned.set(ends[1] < ends[3] ? [ends[0], bottom, ends[2], top] : [ends[0], top, ends[2], bottom]);
  expect(followed(pairs, { ...scene, ends: turned })).toBeNull();
});
