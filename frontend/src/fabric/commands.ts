// What a person does to a fabric, as operations: add, connect, remove, move, rename, change type, set a speed.
import { counted, plain } from "../numbers/format";
import {
  type Cable,
  type Device,
  type DeviceType,
  deviceOf,
  type FabricDocument,
  nameOf,
  portOf,
  portsOf,
} from "./document";
import type { Ids } from "./ids";
import type { Operation, Placed } from "./operations";
import { FreePorts, isRefusal, type Refusal } from "./ports";

/** An operation and what the list of operations says of it. */
export interface Command {
  says: string;
  operation: Operation;
}

/** Add a device, its middle at (x, y); a type that the fabric does not have yet comes with it. */
export function addDevice(
  document: FabricDocument,
  ids: Ids,
  of: string | DeviceType,
  place: { x: number; y: number },
): Command | Refusal {
  const typeId = typeof of === "string" ? of : of.id;
  const known = document.device_types.find((each) => each.id === typeId);
  const type = known ?? (typeof of === "string" ? undefined : of);
  if (!type) return { refused: `There is no device type ${typeId} in this fabric.` };
  const id = ids.next(`${type.kind}-`);
  const { x, y } = place;
  const device: Device = { id, type: typeId, name: "", group: null, tags: [], x, y, aggregation: null };
  return { says: `Add ${id}`, operation: adding(document, [device], [], known ? [] : [type]) };
}

/** Cable each of `from` to each of `to`, `each` times, at free ports; all of them or none. */
export function connect(
  document: FabricDocument,
  ids: Ids,
  from: string[],
  to: string[],
  each = 1,
): Command | Refusal {
  const free = new FreePorts(document);
  const pairs = [];
  for (const a of from) {
    for (const b of to) {
      for (let time = 0; time < each; time++) {
        const pair = free.pair(a, b);
        if (isRefusal(pair)) return pair;
        pairs.push(pair);
      }
    }
  }
  if (pairs.length === 0) return { refused: "Nothing to connect: choose devices for both ends." };
  const cables: Cable[] = pairs.map((pair) => ({ id: ids.next("c"), ...pair, length_m: null, medium: null }));
  const says =
    pairs.length === 1 ? `Connect ${pairs[0].a} to ${pairs[0].b}` : `Add ${counted(pairs.length, "cable")}`;
  return { says, operation: adding(document, [], cables) };
}

/** Remove devices with all their cables, and cables, in one operation. */
export function remove(document: FabricDocument, ids: string[]): Command | Refusal {
  const chosen = new Set(ids);
  const devices = document.devices.filter((device) => chosen.has(device.id));
  const gone = new Set(devices.map((device) => device.id));
  const cables = document.cables.filter(
    (cable) => chosen.has(cable.id) || gone.has(deviceOf(cable.a)) || gone.has(deviceOf(cable.b)),
  );
  if (devices.length + cables.length === 0) return { refused: "Nothing to remove: nothing is selected." };
  const what =
    devices.length === 1 ? nameOf(devices[0]) : devices.length ? counted(devices.length, "device") : "";
  const those = cables.length > 0 ? counted(cables.length, "cable") : "";
  return {
    says: `Remove ${[what, those].filter((part) => part !== "").join(" and ")}`,
    operation: {
      kind: "remove",
      types: [],
      devices: devices.map((device) => device.id),
      cables: cables.map((cable) => cable.id),
    },
  };
}

/** Put devices at new places, as one operation; places are the middles of devices. */
export function place(document: FabricDocument, places: Map<string, { x: number; y: number }>): Command {
  const devices = document.devices
    .filter((device) => places.has(device.id))
    .map((device) => ({ id: device.id, fields: { ...places.get(device.id) } }));
  const what = devices.length === 1 ? devices[0].id : counted(devices.length, "device");
  return { says: `Move ${what}`, operation: { kind: "set", devices, cables: [] } };
}

/** Set fields of one device: its name, tags, group or aggregation. Its id stays: cables hang on it. */
export function setDevice(id: string, fields: Partial<Omit<Device, "id" | "type">>): Command {
  const says = fields.name !== undefined ? `Rename ${id} to ${fields.name || id}` : `Change ${id}`;
  return { says, operation: { kind: "set", devices: [{ id, fields }], cables: [] } };
}

/** Set fields of cables, such as their speed; null is an unknown speed. */
export function setCables(ids: string[], fields: Partial<Pick<Cable, "gbps" | "length_m">>): Command {
  const what = ids.length === 1 ? ids[0] : counted(ids.length, "cable");
  const speed = fields.gbps === null ? "an unknown speed" : `${plain(fields.gbps ?? 0)} Gb/s`;
  return {
    says: fields.gbps === undefined ? `Change ${what}` : `Set ${what} to ${speed}`,
    operation: { kind: "set", devices: [], cables: ids.map((id) => ({ id, fields })) },
  };
}

/** Give a device another type of its kind. Cables keep their port where the new type has it, else take a free one. */
export function changeType(document: FabricDocument, id: string, typeId: string): Command | Refusal {
  const device = document.devices.find((each) => each.id === id);
  const type = document.device_types.find((each) => each.id === typeId);
  const before = document.device_types.find((each) => each.id === device?.type);
  if (!device || !type) return { refused: `There is no ${device ? `type ${typeId}` : `device ${id}`} here.` };
  if (before && before.kind !== type.kind) {
    return { refused: `${nameOf(device)} is a ${before.kind}: it cannot become a ${type.kind}.` };
  }
  const free = new Set(portsOf(type).map((port) => port.name));
  const ends = document.cables.flatMap((cable) =>
    (["a", "b"] as const).filter((end) => deviceOf(cable[end]) === id).map((end) => ({ cable, end })),
  );
  if (ends.length > free.size) {
    const has = counted(free.size, "port");
    return {
      refused: `${nameOf(device)} has ${counted(ends.length, "cable")}; ${type.name || type.id} has ${has}.`,
    };
  }
  const homeless = ends.filter(({ cable, end }) => !free.delete(portOf(cable[end])));
  const moved = new Map<string, Partial<Pick<Cable, "a" | "b">>>();
  for (const { cable, end } of homeless) {
    const [port] = free;
    free.delete(port);
    moved.set(cable.id, { ...moved.get(cable.id), [end]: `${id}/${port}` });
  }
  return {
    says: `Change ${nameOf(device)} to ${type.name || type.id}`,
    operation: {
      kind: "set",
      devices: [{ id, fields: { type: typeId } }],
      cables: [...moved].map(([cable, fields]) => ({ id: cable, fields })),
    },
  };
}

/** Name the fabric. */
export function entitle(name: string): Command {
  return { says: `Name the fabric ${name}`, operation: { kind: "entitle", fields: { name } } };
}

/** What is inside a server, and what it is taken from, in words. */
export interface Inside {
  as: string;
  gpus: number;
  scale_up: DeviceType["scale_up"];
}

/** Say what joins the GPUs of some types of servers. A type that says how many GPUs it has keeps their number. */
export function setInside(document: FabricDocument, types: readonly string[], inside: Inside): Command {
  const { as, gpus, scale_up } = inside;
  const device_types = document.device_types.map((type) =>
    types.includes(type.id) ? { ...type, gpus: type.gpus || gpus, scale_up } : type,
  );
  const what = types.length === 1 ? types[0] : counted(types.length, "type");
  return replaceAll({ ...document, device_types }, `Inside of ${what} as ${as}`);
}

/** Put another fabric in the place of this one, as from a template: one step to undo. */
export function replaceAll(document: FabricDocument, says: string): Command {
  return { says, operation: { kind: "replace", document } };
}

/** New things go to the end of their lists. */
export function adding(
  document: FabricDocument,
  devices: Device[],
  cables: Cable[],
  types: DeviceType[] = [],
): Operation {
  const placed = <T>(list: T[], items: T[]): Placed<T>[] =>
    items.map((item, more) => ({ at: list.length + more, item }));
  return {
    kind: "add",
    types: placed(document.device_types, types),
    devices: placed(document.devices, devices),
    cables: placed(document.cables, cables),
  };
}
