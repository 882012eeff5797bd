import { expect, test } from "vitest";
import { Problem } from "../../api/problems";
import type { FabricDocument } from "../../api/types";
import { type Edits, entitle, SaveConflict } from "../../fabric";
import type { SavedOperation } from "../../fabric/operations";
import { savesOf } from "./revisions";

const WHEN = "2026-01-01T00:00:00Z";
const named = (...names: string[]): Edits => ({
  operations: names.map((name) => entitle(name).operation as SavedOperation),
  document: { name: names.at(-1) ?? "" } as FabricDocument,
  whole: false,
});
const problem = (status: number) => new Problem(status, "no", "no");

/** A server at revision 4 that keeps what it is sent; `answers` fails a call after the act, when it wants to. */
function server(answers: (call: string) => void = () => {}) {
  const kept: { revision: number; what: unknown }[] = [];
  let revision = 4;
  const take = (call: string, from: number, what: unknown) => {
    if (from !== revision) throw problem(412);
    kept.push({ revision: ++revision, what });
    answers(call);
    return { revision, updated_at: WHEN };
  };
  const calls = {
    operate: async (_: string, from: number, operations: readonly SavedOperation[]) => {
      const names = operations.map((one) => (one.kind === "entitle" ? one.fields.name : ""));
      if (names.includes("bad")) throw problem(422);
      return { ...take("operate", from, operations), inverse: [] };
    },
    save: async (_: string, from: number, { document }: { document: FabricDocument }) =>
      ({ ...take("save", from, document.name), id: "f", document, findings: [] }) as never,
    newestChange: async () => {
      const last = kept.at(-1);
      return last && { revision: last.revision, created_at: WHEN, operations: last.what as never };
    },
  };
  return { calls, kept, byOthers: () => void kept.push({ revision: ++revision, what: [] }) };
}

test("edits are sent as operations over the revision that was named", async () => {
  const { calls, kept } = server();
  const saved = await savesOf("f", calls)(4, named("a", "b"));
  expect(saved).toMatchObject({ revision: 5, checked: null });
  expect(kept.map(({ what }) => what)).toEqual([named("a", "b").operations]);
});

test("a document that takes the place of the other comes back checked", async () => {
  const { calls, kept } = server();
  const saved = await savesOf("f", calls)(4, { ...named("a"), operations: [], whole: true });
  expect(saved.checked).toMatchObject({ id: "f", revision: 5, findings: [] });
  expect(kept).toEqual([{ revision: 5, what: "a" }]);
});

test("operations that do not fit what the server has are saved as the document", async () => {
  const { calls, kept } = server();
  expect((await savesOf("f", calls)(4, named("bad"))).revision).toBe(5);
  expect(kept).toEqual([{ revision: 5, what: "bad" }]);
});

test("what someone else saved in between is a conflict", async () => {
  const { calls, byOthers } = server();
  byOthers();
  await expect(savesOf("f", calls)(4, named("a"))).rejects.toBeInstanceOf(SaveConflict);
});

test("a save whose answer was lost is no conflict: only what came after it is sent again", async () => {
  let lost = true;
  const { calls, kept } = server(() => {
    if (lost) throw problem(0);
  });
  const save = savesOf("f", calls);
  await expect(save(4, named("a"))).rejects.toMatchObject({ status: 0 });
  lost = false;
  expect((await save(4, named("a", "b"))).revision).toBe(6);
  expect(kept.map(({ what }) => what)).toEqual([named("a").operations, named("b").operations]);
});

test("a lost answer does not hide that someone else saved", async () => {
  const { calls, byOthers } = server();
  const away = { ...calls, operate: () => Promise.reject(problem(0)) };
  let now = away as typeof calls;
  const save = savesOf("f", {
    operate: (...given) => now.operate(...given),
    save: calls.save,
    newestChange: calls.newestChange,
  });
  await expect(save(4, named("a"))).rejects.toMatchObject({ status: 0 });
  byOthers();
  now = calls;
  await expect(save(4, named("a"))).rejects.toBeInstanceOf(SaveConflict);
});
