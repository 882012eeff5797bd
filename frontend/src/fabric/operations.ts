// Changes of a fabric document as values, each with the operation that takes it back exactly.
import type { Cable, Device, DeviceType, FabricDocument } from "./document";

/** A thing and its place in the document's list, so that undoing puts it back where it was. */
export interface Placed<T> {
  at: number;
  item: T;
}

export interface Fields<T> {
  id: string;
  fields: Partial<Omit<T, "id">>;
}

/** What a document says of itself. */
export type Titles = Pick<FabricDocument, "name" | "latency" | "tier_names" | "accepted">;

export type Operation =
  | { kind: "add"; types: Placed<DeviceType>[]; devices: Placed<Device>[]; cables: Placed<Cable>[] }
  | { kind: "remove"; types: string[]; devices: string[]; cables: string[] }
  | { kind: "set"; devices: Fields<Device>[]; cables: Fields<Cable>[] }
  | { kind: "entitle"; fields: Partial<Titles> }
  | { kind: "replace"; document: FabricDocument };

/** What the server takes as an operation; a replacement is saved as a document. */
export type SavedOperation = Exclude<Operation, { kind: "replace" }>;

export interface Applied {
  document: FabricDocument;
  inverse: Operation;
}

/** Return the document after the operation, and the operation that leads back. Neither argument is changed. */
export function apply(document: FabricDocument, operation: Operation): Applied {
  switch (operation.kind) {
    case "add":
      return {
        document: {
          ...document,
          device_types: inserted(document.device_types, operation.types),
          devices: inserted(document.devices, operation.devices),
          cables: inserted(document.cables, operation.cables),
        },
        inverse: {
          kind: "remove",
          types: operation.types.map(idOf),
          devices: operation.devices.map(idOf),
          cables: operation.cables.map(idOf),
        },
      };
    case "remove": {
      const types = without(document.device_types, operation.types);
      const devices = without(document.devices, operation.devices);
      const cables = without(document.cables, operation.cables);
      return {
        document: { ...document, device_types: types.rest, devices: devices.rest, cables: cables.rest },
        inverse: { kind: "add", types: types.taken, devices: devices.taken, cables: cables.taken },
      };
    }
    case "set": {
      const devices = withFields(document.devices, operation.devices);
      const cables = withFields(document.cables, operation.cables);
      return {
        document: { ...document, devices: devices.list, cables: cables.list },
        inverse: { kind: "set", devices: devices.before, cables: cables.before },
      };
    }
    case "entitle": {
      const before = Object.fromEntries(
        Object.keys(operation.fields).map((key) => [key, document[key as keyof Titles]]),
      );
      return { document: { ...document, ...operation.fields }, inverse: { kind: "entitle", fields: before } };
    }
    case "replace":
      return { document: operation.document, inverse: { kind: "replace", document } };
  }
}

function idOf(placed: Placed<{ id: string }>): string {
  return placed.item.id;
}

/** Places count in the finished list; in ascending order each insertion is right when it is made. */
function inserted<T>(list: T[], placed: Placed<T>[]): T[] {
  if (placed.length === 0) return list;
  const ascending = [...placed].sort((one, two) => one.at - two.at);
  const result: T[] = [];
  let from = 0;
  for (const { at, item } of ascending) {
    while (result.length < at && from < list.length) result.push(list[from++]);
    result.push(item);
  }
  while (from < list.length) result.push(list[from++]);
  return result;
}

function without<T extends { id: string }>(list: T[], ids: string[]): { rest: T[]; taken: Placed<T>[] } {
  if (ids.length === 0) return { rest: list, taken: [] };
  const gone = new Set(ids);
  const rest: T[] = [];
  const taken: Placed<T>[] = [];
  for (const [at, item] of list.entries()) {
    if (gone.has(item.id)) taken.push({ at, item });
    else rest.push(item);
  }
  return { rest, taken };
}

function withFields<T extends { id: string }>(
  list: T[],
  changes: Fields<T>[],
): { list: T[]; before: Fields<T>[] } {
  if (changes.length === 0) return { list, before: [] };
  const byId = new Map(changes.map((change) => [change.id, change.fields]));
  const before: Fields<T>[] = [];
  const after = list.map((item) => {
    const fields = byId.get(item.id);
    if (!fields) return item;
    const keys = Object.keys(fields) as (keyof typeof fields)[];
    const old = Object.fromEntries(keys.map((key) => [key, item[key as keyof T]]));
    before.push({ id: item.id, fields: old as Fields<T>["fields"] });
    return { ...item, ...fields };
  });
  return { list: after, before };
}
