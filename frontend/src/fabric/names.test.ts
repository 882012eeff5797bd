import { expect, test } from "vitest";
import { shortNames } from "./names";

test("siblings are told apart by the part that differs", () => {
  expect(shortNames(["leaf-01-06", "leaf-02-06", "leaf-03-06"])).toEqual(["01", "02", "03"]);
  expect(shortNames(["A10-P1-IBSPINE-01", "B10-P1-IBSPINE-02"])).toEqual(["01", "02"]);
});

test("where no one part tells them apart, all that differ do", () => {
  expect(shortNames(["a06-p1-c01", "a06-p1-c02", "a07-p1-c01"])).toEqual(["a06-c01", "a06-c02", "a07-c01"]);
});

test("names of unlike build lose their common beginning only", () => {
  expect(shortNames(["dgx-su1-c1", "dgx-login"])).toEqual(["su1-c1", "login"]);
});

test("a name alone is told by its end, and one without parts stays whole", () => {
  expect(shortNames(["spine-7"])).toEqual(["7"]);
  expect(shortNames(["ubuntu", "login"])).toEqual(["ubuntu", "login"]);
});
