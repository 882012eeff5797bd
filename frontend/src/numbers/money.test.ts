import { expect, test } from "vitest";
import { price, priceBand } from "./money";

test("a band tells both ends, in thousands and millions where they are long", () => {
  expect(priceBand(50_300, 99_000)).toBe("50,300 – 99,000 $");
  expect(priceBand(400_000, 1_328_000)).toBe("400 – 1,328 k$");
  expect(priceBand(9_000_000, 12_340_000)).toBe("9.0 – 12.3 M$");
});

test("a band whose ends read alike is one figure", () => {
  expect(priceBand(700, 700.2)).toBe("700 $");
});

test("a price has the currency of its list, and cents where there are any", () => {
  expect(price(25_000, "EUR")).toBe("25,000 EUR");
  expect(price(0.5, "USD")).toBe("0.50 $");
});
