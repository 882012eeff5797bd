import { expect, test } from "vitest";
import type { Finding } from "../../api/types";
import { markedLines, sourceRows, textOf } from "./source_lines";

const lines = Array.from({ length: 20 }, (_, i) => `text ${i + 1}`);
const at = (place: string, severity: Finding["severity"]): Finding => ({
  rule: "r",
  severity,
  at: place,
  says: "",
  objects: [],
  accepted: null,
});

test("a line takes the worst of its findings, and pointers mark none", () => {
  const marks = markedLines([at("line 7", "note"), at("line 7", "error"), at("/cables/3", "error")]);
  expect([...marks]).toEqual([[7, "error"]]);
});

test("of several files each takes its own marks", () => {
  const findings = [at("b.out line 7", "warning"), at("a b.out line 9", "note")];
  expect([...markedLines(findings, "b.out")]).toEqual([[7, "warning"]]);
  expect([...markedLines(findings, "a b.out")]).toEqual([[9, "note"]]);
});

test("marked lines keep their neighbours, and the rest is counted in gaps", () => {
  const rows = sourceRows(lines, markedLines([at("line 5", "warning"), at("line 7", "note")]), { around: 1 });
  expect(rows.map((row) => (row.kind === "line" ? row.number : `${row.from}-${row.until}`))).toEqual([
    "1-3",
    4,
    5,
    6,
    7,
    8,
    "9-20",
  ]);
});

test("without a mark the first lines are shown", () => {
  const rows = sourceRows(lines, new Map(), { first: 2 });
  expect(rows).toEqual([
    { kind: "line", number: 1, text: "text 1", severity: null },
    { kind: "line", number: 2, text: "text 2", severity: null },
    { kind: "gap", from: 3, until: 20 },
  ]);
});

test("a picture has no text to show", async () => {
  expect(await textOf(new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0)], "a.png"))).toBeNull();
  expect(await textOf(new File(["vendid=0x2c9"], "a.txt"))).toBe("vendid=0x2c9");
});
