// Cases of groups and operations that page and server must both meet: tests/cases/fabric_edits.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Device, FabricDocument } from "./document";
import { expand, type GroupedDocument } from "./groups";
import { apply, type Operation } from "./operations";
import { fatTree } from "./samples";

const cases = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../tests/cases/fabric_edits/${name}.json`, import.meta.url), "utf8"),
  );

const deviceOf = (id: string): Device => ({ ...fatTree(2).devices[0], id, type: "sw", name: "" });

function idsOf(group: object): string[] | null {
  const document = { ...fatTree(2), devices: [{ type: "sw", ...group }], cables: [] };
  try {
    return expand(document as unknown as GroupedDocument).devices.map(({ id }) => id);
  } catch {
    return null;
  }
}

test.each<{ says: string; group: object; ids: string[] | null }>(cases("groups"))(
  "groups: $says",
  ({ group, ids }) => {
    expect(idsOf(group)).toEqual(ids);
  },
);

interface OperationCase {
  says: string;
  devices: string[];
  operation: Operation;
  after: string[];
  name?: string;
  name_of_b?: string;
}

test.each<OperationCase>(cases("operations"))("operations: $says", (given) => {
  const before: FabricDocument = {
    ...fatTree(2),
    name: "",
    devices: given.devices.map(deviceOf),
    cables: [],
  };
  const { document: after, inverse } = apply(before, withItems(given.operation));
  expect(after.devices.map(({ id }) => id)).toEqual(given.after);
  expect(after.name).toBe(given.name ?? "");
  if (given.name_of_b) expect(after.devices[1].name).toBe(given.name_of_b);
  expect(apply(after, inverse).document).toEqual(before);
});

/** The cases say of a new device its place and id alone. */
function withItems(operation: Operation): Operation {
  if (operation.kind !== "add") return operation;
  const placed = operation.devices as unknown as { at: number; id: string }[];
  return { ...operation, devices: placed.map(({ at, id }) => ({ at, item: deviceOf(id) })) };
}
