// Pieces of a fabric: taken as text to the clipboard, put in again, and made twice with their cables.
import { counted } from "../numbers/format";
import { adding, type Command } from "./commands";
import {
  type Cable,
  type Device,
  type DeviceType,
  deviceOf,
  type FabricDocument,
  portOf,
  portsOf,
} from "./document";
import type { Ids } from "./ids";
import { FreePorts, isRefusal, type Refusal } from "./ports";

/** Devices with their types, and the cables among them: what the clipboard carries, as JSON. */
export interface Piece {
  twinloom: "piece";
  format: 1;
  device_types: DeviceType[];
  devices: Device[];
  cables: Cable[];
}

/** How far a copy lies from where it was copied, in the units of the canvas. */
export const BESIDE = { x: 48, y: 48 };
const MOST_DEVICES = 20_000;

/** The piece of these devices, or why there is none. */
export function pieceOf(document: FabricDocument, ids: readonly string[]): Piece | Refusal {
  const chosen = new Set(ids);
  const devices = document.devices.filter(({ id }) => chosen.has(id));
  if (!devices.length) return { refused: "Nothing to copy: select devices first. Cables come with them." };
  const types = new Set(devices.map(({ type }) => type));
  return {
    twinloom: "piece",
    format: 1,
    device_types: document.device_types.filter(({ id }) => types.has(id)),
    devices,
    cables: document.cables.filter(({ a, b }) => chosen.has(deviceOf(a)) && chosen.has(deviceOf(b))),
  };
}

/** Read what was on the clipboard: a piece, or in words why it is none. */
export function readPiece(text: string): Piece | Refusal {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return {
      refused: "What is on the clipboard is no piece of a fabric: copy devices here or in another tab.",
    };
  }
  const piece = found as Partial<Piece> | null;
  if (typeof piece !== "object" || piece === null || piece.twinloom !== "piece") {
    return {
      refused: "What is on the clipboard is no piece of a fabric: copy devices here or in another tab.",
    };
  }
  if (piece.format !== 1) {
    return { refused: `This piece was copied by another version (format ${String(piece.format)}).` };
  }
  if (![piece.device_types, piece.devices, piece.cables].every(Array.isArray)) return BROKEN;
  const { device_types, devices, cables } = piece as Piece;
  if (devices.length > MOST_DEVICES) {
    return {
      refused: `This piece has ${counted(devices.length, "device")}; ${counted(MOST_DEVICES, "device")} are the most.`,
    };
  }
  return isSound(device_types, devices, cables) ? (piece as Piece) : BROKEN;
}

const BROKEN: Refusal = {
  refused: "This piece is broken: devices, types and ports of it do not belong together.",
};

/** Whether every device has a type in the piece, and every cable two ports of devices in it, each port once. */
function isSound(types: DeviceType[], devices: Device[], cables: Cable[]): boolean {
  try {
    const ports = new Map(types.map((type) => [type.id, new Set(portsOf(type).map(({ name }) => name))]));
    const free = new Map(devices.map(({ id, type }) => [id, new Set(ports.get(type))]));
    return (
      devices.every(({ id, type }) => typeof id === "string" && ports.has(type)) &&
      free.size === devices.length &&
      cables.every(({ a, b }) => [a, b].every((end) => free.get(deviceOf(end))?.delete(portOf(end)) === true))
    );
  } catch {
    return false;
  }
}

/** Put a piece in, beside where it was copied; its types come along where the fabric has none like them. */
export function paste(document: FabricDocument, ids: Ids, piece: Piece): Command {
  const types = new Map<string, string>();
  const added: DeviceType[] = [];
  for (const type of piece.device_types) {
    const { id } = typeFor(document, added, type);
    types.set(type.id, id);
  }
  const { devices, named } = copied(piece.devices, ids, (type) => types.get(type) ?? type);
  const cables = piece.cables.map((cable) => ({
    ...cable,
    id: ids.next("c"),
    a: moved(cable.a, named),
    b: moved(cable.b, named),
  }));
  return { says: `Paste ${inWords(devices, cables)}`, operation: adding(document, devices, cables, added) };
}

/** The type of a fabric that a type of a piece means: the same, else it is added under an id of its own. */
function typeFor(document: FabricDocument, added: DeviceType[], type: DeviceType): DeviceType {
  const all = [...document.device_types, ...added];
  const { id: _, ...wanted } = type;
  const alike = all.find(({ id: __, ...each }) => JSON.stringify(each) === JSON.stringify(wanted));
  if (alike) return alike;
  const taken = new Set(all.map(({ id }) => id));
  let id = type.id;
  for (let number = 2; taken.has(id); number++) id = `${type.id}-${number}`;
  const made = { ...type, id };
  added.push(made);
  return made;
}

/** Make devices twice, with their cables: those among them, and those to others, at free ports there. */
export function duplicate(document: FabricDocument, ids: Ids, chosen: readonly string[]): Command | Refusal {
  const piece = pieceOf(document, chosen);
  if (isRefusal(piece)) return piece;
  const { devices, named } = copied(piece.devices, ids, (type) => type);
  const free = new FreePorts(document);
  const cables: Cable[] = [];
  for (const cable of document.cables) {
    const ends = [cable.a, cable.b].map((end) => (named.has(deviceOf(end)) ? moved(end, named) : null));
    if (ends[0] === null && ends[1] === null) continue;
    const there = ends[0] === null ? cable.a : ends[1] === null ? cable.b : null;
    if (there !== null) {
      const port = free.one(deviceOf(there), speedAt(document, there));
      if (isRefusal(port)) return port;
      ends[ends[0] === null ? 0 : 1] = port.at;
    }
    cables.push({ ...cable, id: ids.next("c"), a: ends[0] ?? cable.a, b: ends[1] ?? cable.b });
  }
  return { says: `Duplicate ${inWords(devices, cables)}`, operation: adding(document, devices, cables) };
}

function speedAt(document: FabricDocument, address: string): number | null {
  const device = document.devices.find(({ id }) => id === deviceOf(address));
  const type = document.device_types.find(({ id }) => id === device?.type);
  return (type && portsOf(type).find(({ name }) => name === portOf(address))?.gbps) ?? null;
}

/** Copies of devices under new ids, and which is the copy of which. */
function copied(devices: readonly Device[], ids: Ids, typeOf: (type: string) => string) {
  const named = new Map<string, string>();
  const made = devices.map((device) => {
    const id = ids.next(device.id.replace(/\d+$/, "") || "device-");
    named.set(device.id, id);
    const place =
      device.x === null || device.y === null ? {} : { x: device.x + BESIDE.x, y: device.y + BESIDE.y };
    return { ...device, ...place, id, type: typeOf(device.type), name: "" };
  });
  return { devices: made, named };
}

const moved = (address: string, named: ReadonlyMap<string, string>): string =>
  `${named.get(deviceOf(address))}/${portOf(address)}`;

function inWords(devices: readonly Device[], cables: readonly Cable[]): string {
  const what = devices.length === 1 ? devices[0].id : counted(devices.length, "device");
  return cables.length ? `${what} with ${counted(cables.length, "cable")}` : what;
}
