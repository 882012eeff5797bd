import { expect, test } from "vitest";
import { fileNameIn } from "./files";

test("a file's name is read from its header in both forms", () => {
  expect(fileNameIn('attachment; filename="hall 7.csv"')).toBe("hall 7.csv");
  expect(fileNameIn('attachment; filename="a\\"b.csv"')).toBe('a"b.csv');
  expect(fileNameIn("attachment; filename*=utf-8''h%C3%A4lle.zip")).toBe("hälle.zip");
  expect(fileNameIn(null)).toBeNull();
});
