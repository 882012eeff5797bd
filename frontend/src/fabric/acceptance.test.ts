import { expect, test } from "vitest";
import type { Finding } from "../api/types";
import { accept, dropIdle, isOpen, takeBack, withAcceptance } from "./acceptance";
import type { Command } from "./commands";
import { apply } from "./operations";
import { fatTree } from "./samples";

const sheet = fatTree(4);
const found = (rule: string, objects: string[], severity: Finding["severity"] = "warning"): Finding => ({
  rule,
  severity,
  at: "",
  says: "",
  objects,
  accepted: null,
});
const done = (document: typeof sheet, command: unknown) => apply(document, (command as Command).operation);

test("an accepted finding carries its note, and undoing opens it again", () => {
  const finding = found("single.leaf", ["h1", "h2"], "note");
  const after = done(sheet, accept(sheet, finding, " one NIC each, as bought "));
  expect(withAcceptance([finding], after.document.accepted)[0].accepted).toBe("one NIC each, as bought");
  expect(apply(after.document, after.inverse).document).toEqual(sheet);
});

test("a finding that has grown by an object is open, one that has shrunk is not", () => {
  const { accepted } = done(sheet, accept(sheet, found("cable.length", ["c1", "c2"]), "")).document;
  const others = [
    found("cable.length", ["c2"]),
    found("cable.length", ["c1", "c3"]),
    found("port.speed", ["c1"]),
    found("cable.length", []),
  ];
  expect(withAcceptance(others, accepted).map(isOpen)).toEqual([false, true, true, true]);
});

test("a finding without objects is accepted by an entry without any", () => {
  const finding = found("ports.used", [], "note");
  const { accepted } = done(sheet, accept(sheet, finding, "")).document;
  expect(withAcceptance([finding], accepted).map(({ accepted: note }) => note)).toEqual([""]);
});

test("what stops a run is not accepted, nor by an entry that is there already", () => {
  const error = found("cable.dangling", ["c1"], "error");
  expect(accept(sheet, error, "never mind")).toHaveProperty("refused");
  expect(withAcceptance([error], [{ rule: error.rule, objects: ["c1"], note: "" }]).every(isOpen)).toBe(true);
});

test("what was accepted can be opened again, also where an entry stands for more", () => {
  const accepted = [
    { rule: "cable.length", objects: ["c1", "c2"], note: "spare reels" },
    { rule: "cable.length", objects: ["c9"], note: "" },
  ];
  const finding = found("cable.length", ["c1"]);
  const after = done({ ...sheet, accepted }, takeBack({ ...sheet, accepted }, finding)).document;
  expect(after.accepted).toEqual([accepted[1]]);
  expect(isOpen(withAcceptance([finding], after.accepted)[0])).toBe(true);
});

test("a note that stands for nothing any more can be removed from where its finding points", () => {
  const accepted = ["a", "b"].map((rule) => ({ rule, objects: [], note: "" }));
  const idle = { ...found("accepted.idle", [], "note"), at: "/accepted/1" };
  const document = { ...sheet, accepted };
  expect(done(document, dropIdle(document, idle)).document.accepted).toEqual([accepted[0]]);
  expect(dropIdle(document, { ...idle, at: "/accepted/2" })).toBeNull();
  expect(dropIdle(document, found("ports.used", []))).toBeNull();
});
