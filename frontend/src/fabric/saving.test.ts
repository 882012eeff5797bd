import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FabricDocument } from "./document";
import { fatTree } from "./samples";
import { createSaver, SaveConflict } from "./saving";

const named = (name: string): FabricDocument => ({ ...fatTree(4), name });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("changes in quick succession are saved once, as the last one", async () => {
  const sent: string[] = [];
  const saver = createSaver(async (document) => void sent.push(document.name), 500);
  for (const name of ["a", "b", "c"]) {
    saver.changed(named(name));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(saver.getState().kind).toBe("dirty");
  await vi.advanceTimersByTimeAsync(500);
  expect(sent).toEqual(["c"]);
  expect(saver.getState().kind).toBe("saved");
});

test("there is one save at a time; what changed meanwhile is saved next", async () => {
  const sent: string[] = [];
  let end = () => {};
  const saver = createSaver((document) => {
    sent.push(document.name);
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  }, 10);
  saver.changed(named("a"));
  await vi.advanceTimersByTimeAsync(10);
  saver.changed(named("b"));
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
  const saver = createSaver(async (document) => {
    if (down) throw new Error("no network");
    sent.push(document.name);
  }, 10);
  saver.changed(named("a"));
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
  const saver = createSaver(async (document) => {
    if (conflict) throw new SaveConflict("Someone else saved revision 5.");
    sent.push(document.name);
  }, 10);
  saver.changed(named("a"));
  await vi.advanceTimersByTimeAsync(10);
  expect(saver.getState()).toEqual({ kind: "conflict", says: "Someone else saved revision 5." });
  saver.changed(named("b"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saver.getState().kind).toBe("conflict");
  expect(sent).toEqual([]);
  conflict = false;
  await saver.resolve(named("b"));
  expect(sent).toEqual(["b"]);
  expect(saver.getState().kind).toBe("saved");
});

test("flush saves at once", async () => {
  const sent: string[] = [];
  const saver = createSaver(async (document) => void sent.push(document.name), 10_000);
  saver.changed(named("a"));
  await saver.flush();
  expect(sent).toEqual(["a"]);
});
