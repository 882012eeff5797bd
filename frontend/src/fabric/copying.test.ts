import fc from "fast-check";
import { expect, test } from "vitest";
import { BESIDE, duplicate, type Piece, paste, pieceOf, readPiece } from "./copying";
import { deviceOf, type FabricDocument } from "./document";
import { Ids } from "./ids";
import { apply } from "./operations";
import { isRefusal, type Refusal } from "./ports";
import { railOptimised } from "./samples";

function idsOf(document: FabricDocument): Ids {
  const ids = new Ids();
  ids.note(document);
  return ids;
}

function taken<T extends object>(value: T | Refusal): T {
  if (isRefusal(value)) throw new Error(value.refused);
  return value;
}

/** How many cables lead from device to device, by the places of both in their list. */
function shape(piece: Piece): string[] {
  const row = new Map(piece.devices.map(({ id }, place) => [id, place]));
  return piece.cables.map(({ a, b }) => `${row.get(deviceOf(a))}-${row.get(deviceOf(b))}`).sort();
}

const FABRIC = railOptimised(2, 2, 3, 2);
const names = FABRIC.devices.map(({ id }) => id);
const some = fc.subarray(names, { minLength: 1 });

test("what is pasted has the devices and cables of what was copied, under new ids, and nothing else", () => {
  fc.assert(
    fc.property(some, (chosen) => {
      const piece = taken(readPiece(JSON.stringify(taken(pieceOf(FABRIC, chosen)))));
      const after = apply(FABRIC, paste(FABRIC, idsOf(FABRIC), piece).operation).document;
      const made = after.devices.slice(FABRIC.devices.length);
      const again = taken(
        pieceOf(
          after,
          made.map(({ id }) => id),
        ),
      );
      expect(shape(again)).toEqual(shape(piece));
      expect(made.map(({ type }) => type)).toEqual(piece.devices.map(({ type }) => type));
      expect(after.device_types).toEqual(FABRIC.device_types);
      expect(new Set(after.devices.map(({ id }) => id)).size).toBe(after.devices.length);
      expect(new Set(after.cables.flatMap(({ a, b }) => [a, b])).size).toBe(2 * after.cables.length);
    }),
  );
});

test("into another fabric the types come along, under ids of their own where theirs are taken", () => {
  const piece = taken(pieceOf(FABRIC, names.slice(0, 2)));
  const other: FabricDocument = {
    ...FABRIC,
    devices: [],
    cables: [],
    device_types: FABRIC.device_types.map((type) => ({ ...type, gpus: 99 })),
  };
  const after = apply(other, paste(other, idsOf(other), piece).operation).document;
  const added = after.device_types.slice(other.device_types.length);
  expect(added.map(({ id }) => id)).toEqual(piece.device_types.map(({ id }) => `${id}-2`));
  expect(after.devices.every(({ type }) => added.some(({ id }) => id === type))).toBe(true);
});

test("a copy lies beside what it was copied from where that was put by hand", () => {
  const [first] = FABRIC.devices;
  const placed = { ...FABRIC, devices: [{ ...first, x: 10, y: 20 }], cables: [] };
  const after = apply(placed, paste(placed, idsOf(placed), taken(pieceOf(placed, [first.id]))).operation);
  const [, copy] = after.document.devices;
  expect([copy.x, copy.y]).toEqual([10 + BESIDE.x, 20 + BESIDE.y]);
});

test("a duplicate has as many cables as its original: to others at free ports there, or none at all", () => {
  const roomy: FabricDocument = {
    ...FABRIC,
    device_types: FABRIC.device_types.map((type) => ({
      ...type,
      ports: type.ports.map((block) => ({ ...block, count: type.kind === "switch" ? 64 : block.count })),
    })),
  };
  const degree = (document: FabricDocument, id: string) =>
    document.cables.flatMap(({ a, b }) => [a, b]).filter((end) => deviceOf(end) === id).length;
  fc.assert(
    fc.property(some, (chosen) => {
      const command = duplicate(roomy, idsOf(roomy), chosen);
      if (isRefusal(command)) {
        expect(command.refused).toMatch(/has no free port|no ports/);
        return;
      }
      const after = apply(roomy, command.operation).document;
      const copies = after.devices.slice(roomy.devices.length);
      const originals = roomy.devices.filter(({ id }) => chosen.includes(id));
      expect(copies.map(({ id }) => degree(after, id))).toEqual(originals.map(({ id }) => degree(roomy, id)));
      expect(new Set(after.cables.flatMap(({ a, b }) => [a, b])).size).toBe(2 * after.cables.length);
    }),
  );
});

test("where a neighbour has no port left nothing is made, and the neighbour is named", () => {
  const tight: FabricDocument = {
    ...FABRIC,
    device_types: FABRIC.device_types.map((type) => ({
      ...type,
      ports: type.ports.map((block) => ({ ...block })),
    })),
  };
  const host = tight.devices.find(
    ({ type }) => tight.device_types.find(({ id }) => id === type)?.kind === "server",
  );
  let document = tight;
  for (let time = 0; time < 500; time++) {
    const command = duplicate(document, idsOf(document), [host?.id ?? ""]);
    if (isRefusal(command)) {
      expect(command.refused).toMatch(/has no free port: (its one is|all \d+ are) taken/);
      return;
    }
    document = apply(document, command.operation).document;
  }
  throw new Error("ports never ran out");
});

test.each([
  ["rubbish", "no piece of a fabric"],
  ["null", "no piece of a fabric"],
  ['{"devices": []}', "no piece of a fabric"],
  ['{"twinloom": "piece", "format": 2}', "another version (format 2)"],
  ['{"twinloom": "piece", "format": 1, "devices": 3}', "broken"],
  [
    '{"twinloom": "piece", "format": 1, "device_types": [], "devices": [{"id": "a", "type": "b"}], "cables": []}',
    "broken",
  ],
  ['{"twinloom": "piece", "format": 1, "device_types": [null], "devices": [], "cables": []}', "broken"],
])("%s on the clipboard is told in words", (text, says) => {
  const found = readPiece(text);
  expect(isRefusal(found) && found.refused).toContain(says);
});

test("a piece whose cables share a port, or end at what is not in it, is broken", () => {
  const piece = taken(pieceOf(FABRIC, names));
  const [cable] = piece.cables;
  for (const cables of [[cable, { ...cable, id: "other" }], [{ ...cable, b: "nobody/p1" }]])
    expect(isRefusal(readPiece(JSON.stringify({ ...piece, cables })))).toBe(true);
});

test("whatever text is pasted, it is a piece or words, never an error", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(isRefusal(readPiece(text))).toBe(true);
    }),
  );
});

test("without a device there is nothing to copy", () => {
  expect(isRefusal(pieceOf(FABRIC, []))).toBe(true);
  expect(isRefusal(duplicate(FABRIC, idsOf(FABRIC), ["nobody"]))).toBe(true);
});
