import fc from "fast-check";
import { expect, test } from "vitest";
import * as commands from "./commands";
import { duplicate, paste, pieceOf } from "./copying";
import { deviceOf, type FabricDocument } from "./document";
import { apply } from "./operations";
import type { Refusal } from "./ports";
import { fatTree, railOptimised } from "./samples";
import { createFabricStore, type FabricStore } from "./store";

/** The kind that puts another fabric in the place of this one, the last. */
const REPLACES = 12;

/** An edit by numbers: which command, and picks among what there is. */
type Edit = [kind: number, one: number, two: number, three: number];

const edit: fc.Arbitrary<Edit> = fc.tuple(fc.nat(REPLACES), fc.nat(1000), fc.nat(1000), fc.nat(1000));

function pick<T>(list: T[], number: number): T {
  return list[number % list.length];
}

/** The command of an edit on the document as it now is. */
function commandOf(store: FabricStore, [kind, one, two, three]: Edit): commands.Command | Refusal {
  const { document } = store.getState();
  const device = pick(document.devices, one)?.id ?? "none";
  const other = pick(document.devices, two)?.id ?? "none";
  const cable = pick(document.cables, three)?.id ?? "none";
  const type = pick(document.device_types, three)?.id ?? "none";
  const makers: (() => commands.Command | Refusal)[] = [
    () => commands.addDevice(document, store.ids, type, { x: one, y: two }),
    () => commands.connect(document, store.ids, [device], [other], 1 + (three % 3)),
    () => commands.remove(document, [device, cable]),
    () => commands.remove(document, [cable]),
    () => commands.place(document, new Map([device, other].map((id) => [id, { x: two, y: three }]))),
    () => commands.setDevice(device, { name: `n${one}`, tags: [`t${two}`], group: three % 2 ? "g" : null }),
    () => commands.setCables([cable], { gbps: one % 2 ? one + 1 : null }),
    () => commands.changeType(document, device, type),
    () => commands.entitle(`fabric ${one}`),
    () => commands.setInside(document, [type], { as: "x", gpus: 8, scale_up: null }),
    () => duplicate(document, store.ids, [device, other]),
    () => {
      const piece = pieceOf(document, [device, other]);
      return "refused" in piece ? piece : paste(document, store.ids, piece);
    },
    () => commands.replaceAll(one % 2 ? railOptimised(2, 1, 2, 1) : fatTree(4), "Generate"),
  ];
  return makers[kind]();
}

test("whatever is done, undoing all of it gives the very same document, and redoing all the later one", () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 25 }), (edits) => {
      const first = railOptimised(3, 2, 4, 1);
      const store = createFabricStore(first);
      for (const each of edits) store.perform(commandOf(store, each));
      const last = structuredClone(store.getState().document);
      while (store.getState().done.length > 0) store.undo();
      expect(store.getState().document).toEqual(railOptimised(3, 2, 4, 1));
      while (store.getState().undone.length > 0) store.redo();
      expect(store.getState().document).toEqual(last);
    }),
  );
});

test("undoing and redoing on the way changes nothing of where it ends", () => {
  const wander = fc.array(fc.oneof(edit, fc.constantFrom("undo" as const, "redo" as const)), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(wander, (steps) => {
      const store = createFabricStore(fatTree(4));
      for (const step of steps) {
        if (step === "undo") store.undo();
        else if (step === "redo") store.redo();
        else store.perform(commandOf(store, step));
      }
      while (store.getState().done.length > 0) store.undo();
      expect(store.getState().document).toEqual(fatTree(4));
    }),
  );
});

test("an id is never given twice, not even after its bearer was removed or undone", () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
      const store = createFabricStore(railOptimised(3, 2, 4, 1));
      const given = new Set(idsOf(store.getState().document));
      for (const each of edits) {
        if (each[0] === REPLACES) continue; // a fabric put in its place brings its own ids
        const before = new Set(idsOf(store.getState().document));
        store.perform(commandOf(store, each));
        for (const id of idsOf(store.getState().document)) {
          if (before.has(id)) continue;
          expect(given.has(id)).toBe(false);
          given.add(id);
        }
        if (each[1] % 4 === 0) store.undo();
      }
    }),
  );
});

function idsOf(document: FabricDocument): string[] {
  return [...document.devices, ...document.cables].map((each) => each.id);
}

test("removing a leaf takes its cables along, and one undo brings all back in their order", () => {
  const sheet = railOptimised(8, 4, 32, 8);
  const store = createFabricStore(sheet);
  expect(store.perform(commands.remove(sheet, ["leaf-5"]))).toBe(true);
  const { document, done } = store.getState();
  expect(sheet.cables.length - document.cables.length).toBe(32 + 32); // to 32 hosts, and 8 to each of 4 spines
  expect(document.cables.some((cable) => deviceOf(cable.b) === "leaf-5")).toBe(false);
  expect(done).toHaveLength(1);
  expect(done[0].says).toBe("Remove leaf-5 and 64 cables");
  store.undo();
  expect(store.getState().document).toEqual(sheet);
});

test("an operation leaves the document that it was given alone", () => {
  const sheet = fatTree(4);
  const before = structuredClone(sheet);
  apply(sheet, { kind: "remove", types: [], devices: ["edge-1-1"], cables: ["c1"] });
  apply(sheet, { kind: "set", devices: [{ id: "edge-1-1", fields: { name: "other" } }], cables: [] });
  expect(sheet).toEqual(before);
});

test("a new act forgets what was undone", () => {
  const store = createFabricStore(fatTree(4));
  store.perform(commands.entitle("one"));
  store.undo();
  store.perform(commands.entitle("two"));
  store.redo();
  expect(store.getState().document.name).toBe("two");
});

test("what is refused changes nothing and says why", () => {
  const store = createFabricStore(fatTree(4));
  const { document } = store.getState();
  expect(store.perform(commands.remove(document, []))).toBe(false);
  expect(store.getState().document).toBe(document);
  expect(store.getState().done).toEqual([]);
  expect(store.getState().refused).toBe("Nothing to remove: nothing is selected.");
});
