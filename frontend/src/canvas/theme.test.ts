import { expect, test } from "vitest";
import { along, deltaScale, loadScale, packed, parseColour, type Theme } from "./theme";
import { HOT } from "./types";

const GREYS = [
  "#000000",
  "#111111",
  "#222222",
  "#333333",
  "#444444",
  "#555555",
  "#666666",
  "#777777",
  "#888888",
  "#999999",
];
const theme = {
  colours: new Proxy({ hot: "#ff0000", unknown: "#00ff00" } as Record<string, string>, {
    get: (named, name) => named[String(name)] ?? "#808080",
  }),
  tiers: [],
  ramp: GREYS,
  delta: ["#0000ff", "#000088", "#000044", "#000000", "#440000", "#880000", "#ff0000"],
  widths: [0.75, 1, 1.4, 2, 2.75],
  font: "",
  cameraMs: 0,
} as unknown as Theme;

test("colours are read as the tokens write them", () => {
  expect(parseColour("#f0a")).toEqual([255, 0, 170]);
  expect(parseColour("#0a6670")).toEqual([10, 102, 112]);
  expect(parseColour("rgb(1, 2, 3)")).toEqual([1, 2, 3]);
});

test("a pixel holds red in its lowest byte", () => {
  expect(packed([1, 2, 3])).toBe(0xff030201);
});

test("half-way between two steps of a ramp is half of both", () => {
  expect(
    along(
      [
        [0, 0, 0],
        [100, 200, 50],
      ],
      0.5,
    ),
  ).toEqual([50, 100, 25]);
});

test("90 % leaves the ramp for the hot colour and the widest line; a byte below does not", () => {
  const scale = loadScale(theme);
  expect(scale.colour[HOT]).toBe(packed([255, 0, 0]));
  expect(scale.width[HOT]).toBe(2.75);
  expect(scale.colour[HOT - 1]).not.toBe(packed([255, 0, 0]));
  expect(scale.width[HOT - 1]).toBe(2);
});

test("a cable at 90 % of the ramp has its last step, an idle one its first", () => {
  const scale = loadScale(theme);
  expect(scale.colour[0]).toBe(packed([0, 0, 0]));
  expect(scale.colour[228]).toBe(packed(along(GREYS.map(parseColour), 228 / 254 / 0.9)));
});

test("unknown lies under everything; more load lies on top", () => {
  const { rank } = loadScale(theme);
  expect(rank[255]).toBe(0);
  for (let byte = 1; byte < 255; byte++) expect(rank[byte]).toBeGreaterThan(rank[byte - 1]);
});

test("a change is as wide and as far up as it is large, either way", () => {
  const scale = deltaScale(theme);
  expect(scale.width[0]).toBeCloseTo(scale.width[254], 6);
  expect(scale.rank[0]).toBe(scale.rank[254]);
  expect(scale.width[127]).toBeCloseTo(0.75, 6);
  expect(scale.colour[0]).toBe(packed([0, 0, 255]));
  expect(scale.colour[254]).toBe(packed([255, 0, 0]));
});
