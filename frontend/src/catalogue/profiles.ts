// What switches add in the network, profile by profile: names, and the limit that is met first.
import type { Aggregation, AggregationProfile } from "../api/types";

interface ProfileWords {
  /** In a table, and where one is chosen. */
  name: string;
  /** As what a switch adds, where a person describes one of their own. */
  like: string;
  /** How much at one time. */
  says: string;
}

export const PROFILES: Readonly<Record<AggregationProfile, ProfileWords>> = {
  none: { name: "none", like: "nothing: it forwards", says: "adds nothing, passes data on" },
  "switch-ib-2": {
    name: "Switch-IB 2",
    like: "like Switch-IB 2 (SHARP v1)",
    says: "messages in segments, no streams",
  },
  quantum: { name: "Quantum", like: "like Quantum (SHARP v2)", says: "one active tree a switch" },
  "quantum-2": { name: "Quantum-2", like: "like Quantum-2 (SHARP v3)", says: "one active tree a port" },
  tofino: { name: "Tofino-like", like: "like Tofino with SwitchML", says: "32 trees of integers a switch" },
  "nvswitch-3": {
    name: "NVSwitch 3",
    like: "like NVSwitch 3 (NVLink SHARP)",
    says: "as many trees as its adders carry",
  },
  custom: { name: "custom", like: "within limits that I set", says: "limits of its own" },
};

type Limits = NonNullable<Aggregation["limits"]>;

/** The limits that a profile of one's own begins with: one tree a switch, and no other. */
export const NEW_LIMITS: Limits = {
  family: "custom",
  scope: "switch",
  active: 1,
  trees: null,
  wire_share: 1,
  start_us: 0,
  slots: null,
  slot_bytes: null,
  most_bytes: null,
  types: null,
};

/** Another profile with the reducer that was set; only one of one's own has limits beside it. */
export function withProfile(old: Aggregation, profile: AggregationProfile): Aggregation {
  return { ...old, profile, limits: profile === "custom" ? (old.limits ?? NEW_LIMITS) : null };
}

/** In the order in which they are offered. */
export const OFFERED = Object.keys(PROFILES) as AggregationProfile[];
