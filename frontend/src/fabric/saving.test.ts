import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { entitle, replaceAll } from "./commands";
import type { FabricDocument } from "./document";
import { fatTree } from "./samples";
import { createSaver, type Edits, SaveConflict, type Saver } from "./saving";

const named = (name: string): FabricDocument => ({ ...fatTree(4), name });

/** Name the fabric, as a person does. */
const rename = (saver: Saver, name: string) => saver.changed(entitle(name).operation, named(name));

/** What was sent: the names that operations gave in order, or that of a document that was sent whole. */
const wordsOf = ({ operations, document, whole }: Edits) =>
  whole
    ? `whole ${document.name}`
    : operations.map((one) => (one.kind === "entitle" ? one.fields.name : one.kind)).join(" ");

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("changes in quick succession are saved at once, in order", async () => {
  const sent: string[] = [];
  const saver = createSaver(async (edits) => void sent.push(wordsOf(edits)), 500);
  for (const name of ["a", "b", "c"]) {
    rename(saver, name);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(saver.getState().kind).toBe("dirty");
  await vi.advanceTimersByTimeAsync(500);
  expect(sent).toEqual(["a b c"]);
  expect(saver.getState().kind).toBe("saved");
});

test("there is one save at a time; what changed meanwhile is saved next", async () => {
  const sent: string[] = [];
  let end = () => {};
  const saver = createSaver((edits) => {
    sent.push(wordsOf(edits));
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  }, 10);
  rename(saver, "a");
  await vi.advanceTimersByTimeAsync(10);
  rename(saver, "b");
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual(["a"]);
  expect(saver.getState().kind).toBe("saving");
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(["a", "b"]);
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(saver.getState().kind).toBe("saved");
});

test("a save that does not arrive is tried again by itself, with what is newest", async () => {
  const sent: string[] = [];
  let down = true;
  const saver = createSaver(async (edits) => {
    if (down) throw new Error("no network");
    sent.push(wordsOf(edits));
  }, 10);
  rename(saver, "a");
  await vi.advanceTimersByTimeAsync(10);
  expect(saver.getState()).toEqual({ kind: "failed", says: "no network", tries: 1 });
  down = false;
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toEqual(["a"]);
  expect(saver.getState().kind).toBe("saved");
});

test("after a conflict nothing is sent until a person decides, and nothing typed is lost", async () => {
  const sent: string[] = [];
  let conflict = true;
  const saver = createSaver(async (edits) => {
    if (conflict) throw new SaveConflict("Someone else saved revision 5.");
    sent.push(wordsOf(edits));
  }, 10);
  rename(saver, "a");
  await vi.advanceTimersByTimeAsync(10);
  expect(saver.getState()).toEqual({ kind: "conflict", says: "Someone else saved revision 5." });
  rename(saver, "b");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saver.getState().kind).toBe("conflict");
  expect(sent).toEqual([]);
  conflict = false;
  await saver.resolve(named("b"));
  expect(sent).toEqual(["whole b"]);
  expect(saver.getState().kind).toBe("saved");
});

test("flush saves at once", async () => {
  const sent: string[] = [];
  const saver = createSaver(async (edits) => void sent.push(wordsOf(edits)), 10_000);
  rename(saver, "a");
  await saver.flush();
  expect(sent).toEqual(["a"]);
});

test("what was edited while the server was away is saved after what did not arrive", async () => {
  const sent: string[] = [];
  let down = true;
  const saver = createSaver(async (edits) => {
    if (down) throw new Error("no network");
    sent.push(wordsOf(edits));
  }, 10);
  rename(saver, "a");
  await vi.advanceTimersByTimeAsync(10);
  rename(saver, "b");
  await vi.advanceTimersByTimeAsync(10);
  expect(saver.getState().kind).toBe("failed");
  rename(saver, "c");
  down = false;
  await vi.advanceTimersByTimeAsync(10);
  expect(sent).toEqual(["a b c"]);
});

test("a replacement among the edits sends the document, whatever else was done", async () => {
  const sent: string[] = [];
  const saver = createSaver(async (edits) => void sent.push(wordsOf(edits)), 10);
  rename(saver, "a");
  saver.changed(replaceAll(named("b"), "Generate").operation, named("b"));
  rename(saver, "c");
  await vi.advanceTimersByTimeAsync(10);
  rename(saver, "d");
  await vi.advanceTimersByTimeAsync(10);
  expect(sent).toEqual(["whole c", "d"]);
});

test("more edits than one save takes are sent as the document", async () => {
  const sent: string[] = [];
  const saver = createSaver(async (edits) => void sent.push(wordsOf(edits)), 10);
  for (let edit = 0; edit <= 10_000; edit++) saver.changed(entitle(`${edit}`).operation, named("last"));
  await saver.flush();
  expect(sent).toEqual(["whole last"]);
});
