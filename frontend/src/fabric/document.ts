// The fabric document in the browser: its types, and how ports are named and addressed.
import type { Aggregation, Cable, Device, DeviceType, FabricDocument } from "../api/types";

export type { Cable, Device, DeviceType, FabricDocument };

/** The figures of a device type of which nothing is known. */
export const UNKNOWN_FIGURES = {
  scale_up: null,
  power_w: null,
  rack_units: null,
  price_usd: null,
  latency_ns: null,
};

/** What a device adds of which nothing else is said. */
export const ADDS_NOTHING: Aggregation = { profile: "none", reducer_gbps: null, limits: null };

export interface Port {
  name: string;
  gbps: number | null;
}

const portsByType = new WeakMap<DeviceType, Port[]>();

/** Return the ports of a type in order: block "p" with a count of 3 is p1, p2, p3; of 1 just p. */
export function portsOf(type: DeviceType): Port[] {
  const known = portsByType.get(type);
  if (known) return known;
  const ports = type.ports.flatMap((block) =>
    block.count === 1
      ? [{ name: block.name, gbps: block.gbps }]
      : Array.from({ length: block.count }, (_, place) => ({
          name: `${block.name}${place + 1}`,
          gbps: block.gbps,
        })),
  );
  portsByType.set(type, ports);
  return ports;
}

/** Return the device id of a port address. */
export function deviceOf(address: string): string {
  return address.slice(0, address.indexOf("/"));
}

/** Return the port name of a port address. */
export function portOf(address: string): string {
  return address.slice(address.indexOf("/") + 1);
}

export function nameOf(device: Device): string {
  return device.name || device.id;
}

/** Return the speed of a cable: its own, else that of both ports where they agree; null is unknown. */
export function speedOf(cable: Cable, a: Port | undefined, b: Port | undefined): number | null {
  if (cable.gbps !== null) return cable.gbps;
  return a && b && a.gbps === b.gbps ? a.gbps : null;
}

/** Sorts "leaf-2" before "leaf-10". */
export const natural = new Intl.Collator("en", { numeric: true }).compare;
