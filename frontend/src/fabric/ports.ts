// Which port a new cable takes: the first free one, of the speed of the other end where there is one.
import { type Device, deviceOf, type FabricDocument, nameOf, type Port, portOf, portsOf } from "./document";

/** Why something cannot be done, in words for the person who tried. */
export interface Refusal {
  refused: string;
}

export function isRefusal(value: object): value is Refusal {
  return "refused" in value;
}

export interface Pair {
  a: string;
  b: string;
  gbps: number | null;
}

/** The free ports of a document; each pair taken is taken for those that follow. */
export class FreePorts {
  private readonly devices: Map<string, Device>;
  private readonly ports = new Map<string, Port[]>();
  private readonly taken = new Map<string, Set<string>>();

  constructor(document: FabricDocument) {
    const types = new Map(document.device_types.map((type) => [type.id, portsOf(type)]));
    this.devices = new Map(document.devices.map((device) => [device.id, device]));
    for (const device of document.devices) this.ports.set(device.id, types.get(device.type) ?? []);
    for (const cable of document.cables) {
      this.take(cable.a);
      this.take(cable.b);
    }
  }

  private take(address: string): void {
    const device = deviceOf(address);
    const there = this.taken.get(device);
    if (there) there.add(portOf(address));
    else this.taken.set(device, new Set([portOf(address)]));
  }

  free(device: string): Port[] {
    const taken = this.taken.get(device);
    return (this.ports.get(device) ?? []).filter((port) => !taken?.has(port.name));
  }

  /** Take a port of each device for one cable, or say why that cannot be. */
  pair(a: string, b: string): Pair | Refusal {
    if (a === b) return { refused: `A cable joins two devices: ${this.nameAt(a)} is one.` };
    const freeA = this.free(a);
    const freeB = this.free(b);
    for (const [device, free] of [
      [a, freeA],
      [b, freeB],
    ] as const) {
      if (free.length === 0) return { refused: this.noneFree(device) };
    }
    const speedsB = new Map<number, Port>();
    for (const port of freeB) {
      if (port.gbps !== null && !speedsB.has(port.gbps)) speedsB.set(port.gbps, port);
    }
    const portA = freeA.find((port) => port.gbps !== null && speedsB.has(port.gbps));
    const portB = portA && portA.gbps !== null ? speedsB.get(portA.gbps) : undefined;
    const [one, two] = portA && portB ? [portA, portB] : [freeA[0], freeB[0]];
    const pair = {
      a: `${a}/${one.name}`,
      b: `${b}/${two.name}`,
      gbps: one.gbps === two.gbps ? one.gbps : null,
    };
    this.take(pair.a);
    this.take(pair.b);
    return pair;
  }

  /** Take a port of one device, of this speed where one is free. */
  one(device: string, gbps: number | null): { at: string } | Refusal {
    const free = this.free(device);
    if (free.length === 0) return { refused: this.noneFree(device) };
    const port = free.find((each) => each.gbps === gbps) ?? free[0];
    const at = `${device}/${port.name}`;
    this.take(at);
    return { at };
  }

  private nameAt(device: string): string {
    const found = this.devices.get(device);
    return found ? nameOf(found) : device;
  }

  private noneFree(device: string): string {
    const count = this.ports.get(device)?.length ?? 0;
    if (!this.devices.has(device)) return `${device} is not in this fabric.`;
    if (count === 0) return `${this.nameAt(device)} has no ports: its type lists none.`;
    return `${this.nameAt(device)} has no free port: ${count === 1 ? "its one is" : `all ${count} are`} taken.`;
  }
}
