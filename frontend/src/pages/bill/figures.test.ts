import { expect, test } from "vitest";
import { band, missing, ofSome, partName, power, short, shortBand, sumOfPrices } from "./figures";

test("a band of one price is that price, and an unknown one is a dash", () => {
  expect(band(1200, 1500)).toBe("1,200 – 1,500");
  expect(band(900, 900)).toBe("900");
  expect(band(null, null)).toBe("–");
});

test("large sums are said in three digits", () => {
  expect([950, 930_400, 48_215_000].map(short)).toEqual(["950", "930 k", "48.2 M"]);
  expect(shortBand(1_000_100, 1_000_200)).toBe("1 M");
});

test("many watts are kilowatts", () => {
  expect([850, 10_200].map(power)).toEqual(["850 W", "10.2 kW"]);
});

test("what a sum goes without is said, and nothing where it is whole", () => {
  expect([missing(0), missing(1), missing(1200)]).toEqual(["", "without 1 piece", "without 1,200 pieces"]);
});

test("a cable without a type is said to be one, what has a name is called by it", () => {
  expect(partName({ kind: "cable", name: "", part: "cable-400" })).toBe("Cable of 400 Gb/s, no type chosen");
  expect(partName({ kind: "cable", name: "", part: "cable" })).toMatch(/unknown speed/);
  expect(partName({ kind: "cable", name: "", part: "MCP-1" })).toBe("MCP-1");
  expect(partName({ kind: "switch", name: "QM9700", part: "qm" })).toBe("QM9700");
});

test("a sum in which no piece has a price is not nothing", () => {
  const none = { count: 3, price_low: 0, price_high: 0, without_price: 3 };
  const rest = { power_w: 0, without_power: 0, rack_units: 0, without_rack_units: 0 };
  expect(sumOfPrices({ ...none, ...rest })).toBe("–");
  expect(sumOfPrices({ ...none, ...rest, price_low: 5, price_high: 5, without_price: 2 })).toBe("5");
});

test("the head of the page says no sum where nothing is known, and 0 where that is the answer", () => {
  expect(ofSome("0 W", 0, 231)).toBe("–");
  expect(ofSome("0 W", 0, 0)).toBe("0 W");
  expect(ofSome("700 W", 700, 191)).toBe("700 W");
});
