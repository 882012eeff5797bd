// Where and how vectors are added up on their way: the settings that a scenario has for it, at their defaults.
import type { ScenarioDocument } from "../../api/types";

export const AGGREGATION: ScenarioDocument["aggregation"] = {
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

export const SCALE_UP: ScenarioDocument["scale_up"] = { way: "free" };

export const SECURITY: ScenarioDocument["security"] = {
  encryption: "none",
  mtu_bytes: 4096,
  macsec_hop_us: 0.3,
};
