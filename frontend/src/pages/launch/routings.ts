// The ways a flow finds its path, in words: what each does, which of its settings matter, and how it is drawn.
import type { Routing, RoutingMode } from "../../api/types";

/** A setting of the routing that some ways take and others do not. */
export type RoutingSetting = "seed" | "sub_flows" | "splitting" | "period_us" | "tables" | "planes";

/** One of the four paths of a pictogram: its share of the flow, and whether the flow only moves there. */
export interface Path {
  share: number;
  moved?: boolean;
}

export interface RoutingWords {
  name: string;
  /** One line: what it does. */
  says: string;
  /** Within the name of a scenario, after what it runs. */
  inName: string;
  settings: readonly RoutingSetting[];
  /** What a sub-flow is called, how many there are by default, and whether that is more than one. */
  subFlows?: { label: string; unit: string; emptyAs: string; isSeveral: boolean };
  /** What the period is of. */
  period?: string;
  paths: readonly [Path, Path, Path, Path];
}

const none: Path = { share: 0 };
const share = (of: number): Path => ({ share: of });
const moved: Path = { share: 1, moved: true };

export const ROUTINGS: Readonly<Record<RoutingMode, RoutingWords>> = {
  hash: {
    name: "Flow hash",
    says: "A hash of the five-tuple picks one path a flow.",
    inName: "",
    settings: ["seed", "sub_flows", "splitting", "planes"],
    subFlows: { label: "Sub-flows", unit: "of a flow, each hashed", emptyAs: "1", isSeveral: false },
    paths: [none, share(1), none, none],
  },
  "e-ecmp": {
    name: "E-ECMP",
    says: "A flow is many queue pairs, each hashed to a path.",
    inName: "E-ECMP",
    settings: ["seed", "sub_flows", "splitting", "planes"],
    subFlows: { label: "Queue pairs", unit: "of a flow", emptyAs: "16", isSeveral: true },
    paths: [share(0.3), share(0.7), none, none],
  },
  flowlets: {
    name: "Flowlets",
    says: "One path at a time, drawn anew every period.",
    inName: "flowlets",
    settings: ["seed", "period_us"],
    period: "a flowlet",
    paths: [none, share(1), none, moved],
  },
  spray: {
    name: "Spraying",
    says: "Packets take all paths alike, loaded or not.",
    inName: "spraying",
    settings: ["planes"],
    paths: [share(0.25), share(0.25), share(0.25), share(0.25)],
  },
  "adaptive-spray": {
    name: "Adaptive spraying",
    says: "Packets take all paths, in parts that follow the load.",
    inName: "adaptive spraying",
    settings: ["period_us"],
    period: "between looks",
    paths: [share(0.6), share(0.05), share(0.35), share(0.05)],
  },
  "least-loaded": {
    name: "Least loaded",
    says: "One path at a time, every period the emptiest.",
    inName: "least loaded",
    settings: ["seed", "period_us"],
    period: "between looks",
    paths: [moved, none, share(1), none],
  },
  static: {
    name: "Static tables",
    says: "Each switch has one port for a destination.",
    inName: "static tables",
    settings: ["tables", "planes"],
    paths: [share(1), none, none, none],
  },
  planned: {
    name: "Planned",
    says: "Laid out for the jobs: the fullest cable least full.",
    inName: "planned",
    settings: ["seed", "sub_flows", "splitting", "planes"],
    subFlows: { label: "Sub-flows", unit: "of a flow", emptyAs: "as many as help", isSeveral: true },
    paths: [share(0.5), none, none, share(0.5)],
  },
};

/** The ways that are offered: from one path that stays, over paths that change, to all paths at once. */
export const OFFERED: readonly RoutingMode[] = [
  "hash",
  "e-ecmp",
  "static",
  "planned",
  "flowlets",
  "least-loaded",
  "spray",
  "adaptive-spray",
];

/** What a scenario says of its routing: what does not matter for the way stands at its default. */
export function routingOf(routing: Routing, defaults: Routing): Routing {
  const { settings } = ROUTINGS[routing.mode];
  const kept = Object.fromEntries(settings.map((setting) => [setting, routing[setting]]));
  return { ...defaults, mode: routing.mode, convergence_ms: routing.convergence_ms, ...kept };
}
