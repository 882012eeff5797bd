import fc from "fast-check";
import { expect, test } from "vitest";
import type { FabricDocument } from "./document";
import { layoutFabric } from "./layout";
import { fatTree, leafSpine, railOptimised } from "./samples";
import { sceneMaker } from "./scene";
import { structureOf } from "./structure";

/** The same fabric under names that say nothing. */
function renamed(document: FabricDocument, name: (row: number) => string): FabricDocument {
  const ids = new Map(document.devices.map((device, row) => [device.id, name(row)]));
  const address = (old: string) => {
    const [device, port] = old.split("/");
    return `${ids.get(device)}/${port}`;
  };
  return {
    ...document,
    devices: document.devices.map((device) => ({ ...device, id: ids.get(device.id) ?? "" })),
    cables: document.cables.map((cable) => ({ ...cable, a: address(cable.a), b: address(cable.b) })),
  };
}

function overlaps(boxes: Float32Array): [number, number] | null {
  const rows = [...Array(boxes.length / 4).keys()].sort((one, two) => boxes[4 * one] - boxes[4 * two]);
  for (const [place, one] of rows.entries()) {
    for (const two of rows.slice(place + 1)) {
      if (boxes[4 * two] >= boxes[4 * one] + boxes[4 * one + 2]) break;
      const apart =
        boxes[4 * two + 1] >= boxes[4 * one + 1] + boxes[4 * one + 3] ||
        boxes[4 * one + 1] >= boxes[4 * two + 1] + boxes[4 * two + 3];
      if (!apart) return [one, two];
    }
  }
  return null;
}

/** Pairs of device rows out of "1-8 3-9". */
const cabled = (pairs: string) =>
  pairs.split(" ").map((pair) => pair.split("-").map(Number) as [number, number]);

const middle = (boxes: Float32Array, row: number) => boxes[4 * row] + boxes[4 * row + 2] / 2;

test("a fat tree of k = 4 has 16 hosts, 8 edge, 8 aggregation and 4 core switches, whatever they are called", () => {
  const document = renamed(fatTree(4), (row) => `x${(row * 7919) % 1009}`);
  const { tier } = structureOf(document);
  const count = (of: number) => tier.filter((each) => each === of).length;
  expect([0, 1, 2, 3].map(count)).toEqual([16, 8, 8, 4]);
});

test("a switch that no host reaches has no tier, and stands above all others", () => {
  const sheet = railOptimised(2, 2, 4, 1);
  const lonely = { ...sheet.devices[4], id: "lonely" };
  const document = { ...sheet, devices: [...sheet.devices, lonely] };
  const { structure, boxes } = layoutFabric(document);
  const row = document.devices.length - 1;
  expect(structure.tier[row]).toBe(-1);
  for (let other = 0; other < row; other++) expect(boxes[4 * other + 1]).toBeGreaterThan(boxes[4 * row + 1]);
});

test.each([
  ["k = 4", fatTree(4)],
  ["k = 8", fatTree(8)],
  ["k = 16", fatTree(16)],
  ["rails", railOptimised(8, 4, 32, 8)],
  ["two hosts", railOptimised(1, 1, 2, 1)],
  ["40 leaves", leafSpine(40, 8, 5)],
  ["240 leaves", leafSpine(240, 64, 3)],
])("no two devices overlap: %s", (_, document) => {
  expect(overlaps(layoutFabric(document).boxes)).toBeNull();
});

test("each tier stands wholly above the one below it", () => {
  const { structure, boxes } = layoutFabric(fatTree(8));
  const edge = (tier: number, bottom: boolean) => {
    const rows = [...structure.tier.keys()].filter((row) => structure.tier[row] === tier);
    const all = rows.map((row) => boxes[4 * row + 1] + (bottom ? boxes[4 * row + 3] : 0));
    return bottom ? Math.max(...all) : Math.min(...all);
  };
  for (const tier of [1, 2, 3]) expect(edge(tier, true)).toBeLessThan(edge(tier - 1, false));
});

test("a leaf stands over the hosts that are cabled to it alone", () => {
  const document = fatTree(8);
  const { structure, boxes } = layoutFabric(document);
  structure.tier.forEach((tier, row) => {
    if (tier !== 1) return;
    const hosts = structure.neighbours[row].filter((other) => structure.tier[other] === 0);
    const mean = hosts.reduce((sum, host) => sum + middle(boxes, host), 0) / hosts.length;
    expect(middle(boxes, row)).toBeCloseTo(mean, 1);
  });
});

test("the pods of k = 8 are 8 spans beside each other, each with its 4 + 4 switches and 16 hosts", () => {
  const { spans, structure } = layoutFabric(renamed(fatTree(8), (row) => `d${(row * 31) % 211}`));
  expect(spans).toHaveLength(8);
  for (const span of spans) {
    const tiers = span.devices.map((row) => structure.tier[row]);
    expect([0, 1, 2].map((tier) => tiers.filter((each) => each === tier).length)).toEqual([16, 4, 4]);
  }
  const sorted = [...spans].sort((one, two) => one.x - two.x);
  sorted.slice(1).forEach((span, place) => {
    expect(span.x).toBeGreaterThanOrEqual(sorted[place].x + sorted[place].w);
  });
});

test("leaves that share hosts form a unit; a host that strays to another unit does not join them", () => {
  // Two units of 2 leaves and 6 hosts; the last host of the first has a third adapter at the second's leaf.
  const one = railOptimised(2, 2, 6, 1);
  const two = renamed(one, (row) => (row < 8 ? `second-${row}` : one.devices[row].id));
  const far = two.cables.filter(
    (cable) => !one.cables.some((known) => known.b === cable.b && known.a === cable.a),
  );
  const document: FabricDocument = {
    ...one,
    devices: [...one.devices, ...two.devices.slice(0, 8)],
    cables: [
      ...one.cables,
      ...far.map((cable, place) => ({ ...cable, id: `far-${place}` })),
      { id: "stray", a: "server-6/nic3", b: "second-6/p9", gbps: 400, length_m: null, medium: null },
    ],
  };
  const { spans } = layoutFabric(document);
  expect(spans.map((span) => span.devices.length)).toEqual([8, 8]);
});

test("rails stand in the order of the adapters, whatever the leaves are called", () => {
  const names = ["z", "m", "a", "k"];
  const document = renamed(railOptimised(4, 2, 8, 1), (row) =>
    row >= 8 && row < 12 ? names[row - 8] : `d${row}`,
  );
  const { boxes } = layoutFabric(document);
  const xs = [8, 9, 10, 11].map((row) => boxes[4 * row]);
  expect(xs).toEqual([...xs].sort((one, two) => one - two));
});

test("the same document is laid out the same every time", () => {
  expect(layoutFabric(fatTree(8)).boxes).toEqual(layoutFabric(fatTree(8)).boxes);
});

test("a device placed by hand has its middle where it was put, and the others do not move", () => {
  const sheet = fatTree(4);
  const placed = {
    ...sheet,
    devices: sheet.devices.map((device, row) => (row === 5 ? { ...device, x: 1234, y: -567 } : device)),
  };
  const before = layoutFabric(sheet).boxes;
  const { boxes } = layoutFabric(placed);
  expect(middle(boxes, 5)).toBeCloseTo(1234, 3);
  expect(boxes[4 * 5 + 1] + boxes[4 * 5 + 3] / 2).toBeCloseTo(-567, 3);
  boxes.copyWithin(4 * 5, 0, 0);
  for (let row = 0; row < sheet.devices.length; row++) {
    if (row !== 5) expect(boxes.slice(4 * row, 4 * row + 4)).toEqual(before.slice(4 * row, 4 * row + 4));
  }
});

test("taking one host away leaves everything else where it stood", () => {
  const maker = sceneMaker();
  const sheet = railOptimised(4, 2, 12, 2);
  const before = maker.scene(sheet);
  const fewer = {
    ...sheet,
    devices: sheet.devices.filter((device) => device.id !== "server-3"),
    cables: sheet.cables.filter((cable) => !cable.a.startsWith("server-3/")),
  };
  const after = maker.scene(fewer);
  after.deviceIds.forEach((id, row) => {
    const old = before.deviceIds.indexOf(id);
    expect(after.boxes.slice(4 * row, 4 * row + 4)).toEqual(before.boxes.slice(4 * old, 4 * old + 4));
  });
});

test("any cables between any devices can be laid out, without a place that is no number", () => {
  const base = leafSpine(6, 3, 2);
  const end = fc.nat({ max: base.devices.length }); // one beyond: a device that is not there
  fc.assert(
    fc.property(fc.array(fc.tuple(end, end), { maxLength: 40 }), (pairs) => {
      const cables = pairs.map(([a, b], place) => ({
        id: `c${place}`,
        a: `${base.devices[a]?.id ?? "gone"}/p1`,
        b: `${base.devices[b]?.id ?? "gone"}/p2`,
        gbps: null,
        length_m: null,
        medium: null,
      }));
      const scene = sceneMaker().scene({ ...base, cables });
      expect(scene.boxes.every(Number.isFinite)).toBe(true);
      expect(scene.ends.every(Number.isFinite)).toBe(true);
      expect(overlaps(scene.boxes)).toBeNull();
      for (const frame of scene.frames) expect(frame.w).toBeGreaterThan(0);
    }),
    { examples: [[cabled("1-8 3-9 8-10 8-0 4-3")]] },
  );
});

test("an empty document is an empty scene", () => {
  const scene = sceneMaker().scene({ ...fatTree(4), devices: [], cables: [] });
  expect(scene.deviceIds).toEqual([]);
  expect(scene.rows).toEqual([]);
  expect(scene.gaps).toEqual([]);
});

test("on a sheet placed by hand what stands together are the groups of the document, wherever they are", () => {
  const one = leafSpine(4, 1, 2);
  const devices = one.devices.map((device, row) => ({
    ...device,
    x: 200 * row,
    y: (row % 3) * 90,
    group: device.id.startsWith("leaf") ? `cell-${row % 2}` : null,
  }));
  const { spans } = layoutFabric({ ...one, devices });
  expect(spans.map((span) => span.devices.map((row) => one.devices[row].id).sort())).toEqual([
    ["leaf-1", "leaf-3"],
    ["leaf-2", "leaf-4"],
  ]);
  const frames = sceneMaker().scene({ ...one, devices }).frames;
  expect(frames.map(({ name }) => name)).toEqual(["cell-0", "cell-1"]);
});

test("a device that was moved by hand stands where it stood when the move is undone; nothing else moves", () => {
  const sheet = railOptimised(4, 2, 12, 2);
  const maker = sceneMaker();
  const before = maker.scene(sheet);
  const devices = sheet.devices.map((device, row) => (row === 3 ? { ...device, x: 999, y: 111 } : device));
  const moved = maker.scene({ ...sheet, devices });
  expect(moved.boxes[4 * 3] + moved.boxes[4 * 3 + 2] / 2).toBe(999);
  expect(moved.boxes.filter((_, at) => at >> 2 !== 3)).toEqual(before.boxes.filter((_, at) => at >> 2 !== 3));
  expect(maker.scene(sheet)).toEqual(before);
});
