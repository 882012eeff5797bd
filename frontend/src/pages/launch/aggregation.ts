// Where and how vectors are added up on their way: the settings of a scenario, which algorithm looks at which, words.
import type { Algorithm, ScenarioDocument } from "../../api/types";

export type Adding = ScenarioDocument["aggregation"];
export type Tiers = Adding["tiers"];
export type InHost = ScenarioDocument["scale_up"]["way"];
export type Security = ScenarioDocument["security"];
export type Encryption = Security["encryption"];

export const AGGREGATION: Adding = {
  chunk_bytes: 4096,
  tiers: "all",
  protocol: "auto",
  wait: "when-it-pays",
  lease: "collective",
  merged_share: 1,
  wire_share: null,
  start_us: null,
  quorum: null,
  quorum_timeout_ms: 0,
  servers: { hosts: null, pattern: "shared", reduce_gbps: 1100 },
  adapter_reduce_gbps: 200,
};

export const SECURITY: Security = { encryption: "none", mtu_bytes: 4096, macsec_hop_us: 0.3 };

const IN_SWITCHES: readonly (keyof Adding)[] = [
  "tiers",
  "protocol",
  "wait",
  "lease",
  "merged_share",
  "wire_share",
  "start_us",
  "chunk_bytes",
  "quorum",
  "quorum_timeout_ms",
];

const TAKEN: Partial<Record<Algorithm, readonly (keyof Adding)[]>> = {
  "in-network": IN_SWITCHES,
  "edge-servers": ["servers", "chunk_bytes", "quorum", "quorum_timeout_ms"],
  "smart-nic": ["adapter_reduce_gbps"],
};

/** Whether a setting changes anything: where the algorithm looks at it, and no other setting stands before it. */
export function matters(setting: keyof Adding, algorithm: Algorithm, adding: Adding): boolean {
  if (!TAKEN[algorithm]?.includes(setting)) return false;
  if (setting === "quorum_timeout_ms") return adding.quorum !== null;
  if (setting === "wire_share" || setting === "start_us") return adding.protocol !== "latency";
  return true;
}

/** What a scenario says of it: what does not matter stands at its default. */
export function addingOf(adding: Adding, algorithm: Algorithm): Adding {
  const kept = Object.entries(adding).filter(([setting]) =>
    matters(setting as keyof Adding, algorithm, adding),
  );
  return { ...AGGREGATION, ...Object.fromEntries(kept) };
}

/** Packets matter where something is encrypted, and hops where each of them does it. */
export function securityOf(security: Security): Security {
  if (security.encryption === "none") return SECURITY;
  return security.encryption === "macsec" ? security : { ...security, macsec_hop_us: SECURITY.macsec_hop_us };
}

/** How many settings differ from the defaults, of those that matter. */
export function changed(adding: Adding, algorithm: Algorithm, settings: readonly (keyof Adding)[]): number {
  const said = addingOf(adding, algorithm);
  return settings.filter((setting) => said[setting] !== AGGREGATION[setting]).length;
}

export const TIERS: Readonly<Record<Tiers, { label: string; says: string; inName: string }>> = {
  leaf: {
    label: "Leaf",
    says: "Leaves add for their hosts; what they have added goes on in rings, or to one of them.",
    inName: "leaf",
  },
  "leaf-spine": {
    label: "Leaf + spine",
    says: "Leaves and the tier above them add; over a core go rings, or one copy of each sum.",
    inName: "leaf + spine",
  },
  all: { label: "All tiers", says: "Every switch adds that can.", inName: "" },
};

export const IN_HOST: Readonly<Record<InHost, { label: string; says: string; inName: string }>> = {
  free: { label: "Takes no time", says: "What goes on inside a host is left out.", inName: "" },
  ring: {
    label: "One ring through all GPUs",
    says: "The ring passes each GPU, and a host on every rail.",
    inName: "ring through the GPUs",
  },
  peers: {
    label: "Among peers over NVLink",
    says: "GPUs reduce and scatter before the fabric, and gather after it.",
    inName: "peers in hosts",
  },
  nvls: {
    label: "Added in the host's NVSwitch",
    says: "The same, added in the switches of the host (NVLS).",
    inName: "NVLS in hosts",
  },
};

export const ENCRYPTION: Readonly<Record<Encryption, { label: string; says: string; inName: string }>> = {
  none: { label: "None", says: "Nothing is encrypted.", inName: "" },
  macsec: { label: "MACsec", says: "On each cable: switches can add, at a price a hop.", inName: "MACsec" },
  "end-to-end": {
    label: "End to end",
    says: "No switch sees an operand: none can add.",
    inName: "encrypted end to end",
  },
};
