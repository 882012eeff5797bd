// A blank sheet: no device yet, but the two types that can be drawn with.
import type { DeviceType, FabricDocument } from "../../api/types";
import { UNKNOWN_FIGURES } from "../../fabric/document";

/** A 64-port 400 Gb/s switch that aggregates as Quantum-2, and a server of eight GPUs and adapters. */
export const STARTING_TYPES: DeviceType[] = [
  {
    id: "switch-64x400",
    kind: "switch",
    name: "Switch, 64 × 400G",
    ports: [{ name: "p", count: 64, gbps: 400 }],
    gpus: 0,
    aggregation: { profile: "quantum-2", reducer_gbps: null, limits: null },
    ...UNKNOWN_FIGURES,
    source: "",
  },
  {
    id: "server-8x400",
    kind: "server",
    name: "Server, 8 × 400G",
    ports: Array.from({ length: 8 }, (_, i) => ({ name: `nic-${i + 1}`, count: 1, gbps: 400 })),
    gpus: 8,
    aggregation: { profile: "none", reducer_gbps: null, limits: null },
    ...UNKNOWN_FIGURES,
    source: "",
  },
];

export function blankFabric(): FabricDocument {
  return {
    format: 1,
    kind: "fabric",
    name: "Untitled fabric",
    device_types: STARTING_TYPES,
    devices: [],
    cables: [],
    latency: { switch_ns: 350, adapter_ns: 1125, fibre_ns_per_m: 5, assumed_length_m: 20 },
    tier_names: [],
    accepted: [],
  };
}
