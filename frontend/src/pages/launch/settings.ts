// What the run panel asks for, and how it becomes the workload and the scenario that the run is made of.
import type {
  Algorithm,
  Collective,
  DataType,
  Fault,
  Job,
  Routing,
  ScenarioDocument,
  Selection,
  Tolerances,
  WorkloadDocument,
} from "../../api/types";
import { bytes } from "../../numbers/format";
import {
  type Adding,
  AGGREGATION,
  addingOf,
  ENCRYPTION,
  IN_HOST,
  type InHost,
  SECURITY,
  type Security,
  securityOf,
  TIERS,
} from "./aggregation";
import { ALGORITHMS, algorithmOf, DIRECT } from "./algorithms";
import { LAYOUT, type Layout, layoutOf, TUNING, type Tuning } from "./layout";
import { ROUTINGS, routingOf } from "./routings";

export interface RunSettings {
  collective: Collective;
  sizeBytes: number;
  iterations: number;
  computeMs: number;
  /** Coefficient of variation of a rank's compute time. */
  jitterCv: number;
  /** How many hosts of the default placement take part; null is all. */
  hosts: number | null;
  /** Background load as a share of the adapters' rate; 0 is none. */
  load: number;
  /** A job for each: the hosts that are its own, none for the default placement. */
  groups: readonly (readonly string[])[];
  /** What an element is; null is left open. */
  dtype: DataType | null;
  tenant: string;
  algorithm: Algorithm;
  aggregation: Adding;
  inHost: InHost;
  layout: Layout;
  tuning: Tuning;
  security: Security;
  routing: Routing;
  tolerances: Tolerances;
  faults: Fault[];
  seed: number;
  /** Simulated ms a second of wall time; null is as fast as possible. */
  paceMsPerS: number | null;
}

const ROUTING: Routing = {
  mode: "hash",
  seed: 7,
  sub_flows: null,
  splitting: "shared-queue",
  period_us: 100,
  convergence_ms: 50,
  planes: "any",
  tables: [],
};

export const DEFAULTS: RunSettings = {
  collective: "all-reduce",
  sizeBytes: 2 ** 30,
  iterations: 240,
  computeMs: 20,
  jitterCv: 0.02,
  hosts: null,
  load: 0.001,
  groups: [[]],
  dtype: null,
  tenant: "",
  algorithm: "ring",
  aggregation: AGGREGATION,
  inHost: "free",
  layout: LAYOUT,
  tuning: TUNING,
  security: SECURITY,
  routing: ROUTING,
  tolerances: { exact: false, coalesce: null, spread: null },
  faults: [],
  seed: 1,
  paceMsPerS: null,
};

export const PACES = [100, 250, 1000] as const;

function selection(by: Selection["by"], count: number | null = null): Selection {
  return { by, tag: null, hosts: [], count };
}

/** The first job; those beside it are counted on. */
export const JOB = "1";

function jobOf(settings: RunSettings, hosts: readonly string[], row: number): Job {
  return {
    id: String(row + 1),
    name: settings.groups.length > 1 ? `job ${row + 1}` : "",
    ranks: hosts.length ? { ...selection("list"), hosts: [...hosts] } : selection("default", settings.hosts),
    collective: settings.collective,
    size_bytes: settings.sizeBytes,
    iterations: settings.iterations,
    compute_ms: settings.computeMs,
    jitter_cv: settings.jitterCv,
    jitter: "lognormal",
    start_ms: 0,
    distance: null,
    dtype: settings.dtype,
    tenant: settings.tenant,
  };
}

export function workloadOf(settings: RunSettings): WorkloadDocument {
  return {
    format: 1,
    kind: "workload",
    name: workloadName(settings),
    jobs: settings.groups.map((hosts, row) => jobOf(settings, hosts, row)),
    background: settings.load
      ? [
          {
            id: "traffic",
            load: settings.load,
            sizes: "web-search",
            fixed_bytes: null,
            hosts: selection("all"),
            start_ms: 0,
            stop_ms: null,
          },
        ]
      : [],
    flows: [],
  };
}

export function workloadName(settings: RunSettings): string {
  const one = `${settings.collective} ${bytes(settings.sizeBytes)}`;
  return settings.groups.length > 1 ? `${settings.groups.length} × ${one}` : one;
}

export function scenarioOf(settings: RunSettings): ScenarioDocument {
  return {
    format: 1,
    kind: "scenario",
    name: scenarioName(settings),
    fabric: null,
    workload: null,
    algorithm: settings.algorithm,
    routing: routingOf(settings.routing, ROUTING),
    aggregation: addingOf(settings.aggregation, settings.algorithm),
    scale_up: { way: settings.inHost },
    security: securityOf(settings.security),
    collectives: layoutOf(settings.layout, settings.collective, settings.algorithm),
    tuning: settings.tuning,
    transport: { payload_share: 1 },
    placement: [],
    faults: settings.faults,
    tolerances: settings.tolerances,
    folding: "auto",
    pace: { ms_per_s: settings.paceMsPerS },
    seed: settings.seed,
  };
}

/** What a tree of switches is compared with: the algorithm that was chosen, else the pipelined ring. */
export function ringOf({ algorithm }: RunSettings): Algorithm {
  return algorithm === "in-network" ? "ring" : algorithm;
}

const takesSubFlows = (mode: Routing["mode"]): boolean => ROUTINGS[mode].settings.includes("sub_flows");

function nameOf({ collective, algorithm }: RunSettings): string {
  const { label } = algorithmOf(collective, algorithm);
  if (label === DIRECT.label) return "all-to-all";
  return label === ALGORITHMS.ring.label && collective !== "barrier" ? "ring per rail" : label.toLowerCase();
}

export function scenarioName(settings: RunSettings): string {
  const { algorithm, aggregation, inHost, security } = settings;
  const parts = [
    nameOf(settings),
    algorithm === "in-network" ? TIERS[aggregation.tiers].inName : "",
    IN_HOST[inHost].inName,
    ENCRYPTION[security.encryption].inName,
    ROUTINGS[settings.routing.mode].inName,
  ].filter(Boolean);
  const subFlows = settings.routing.sub_flows;
  if (subFlows !== null && subFlows > 1 && takesSubFlows(settings.routing.mode))
    parts.push(`${subFlows} ${settings.routing.mode === "e-ecmp" ? "queue pairs" : "sub-flows"}`);
  if (settings.faults.length)
    parts.push(settings.faults.length === 1 ? "1 fault" : `${settings.faults.length} faults`);
  return parts.join(", ");
}

/** Half of the way through a run of these settings, as far as is known before it: where a new fault begins. */
export function middleMs(settings: RunSettings, simulatedS: number | null): number {
  if (simulatedS) return Math.round(simulatedS * 500);
  return Math.round((settings.iterations * settings.computeMs) / 2);
}

const MEAN_WEB_SEARCH_BYTES = 1_711_250; // of the flow sizes that the background draws from

/** Background flows in one simulated second, all adapters together. */
export function flowsPerSecond(load: number, adapters: number, gbps: number): number {
  return (load * adapters * gbps * 1e9) / 8 / MEAN_WEB_SEARCH_BYTES;
}

const KEY = "twinloom.run-settings-2";

/** What was last asked for on this fabric, kept in the browser. */
export function remembered(fabric: string): RunSettings | null {
  try {
    const text = localStorage.getItem(`${KEY}.${fabric}`);
    return text ? { ...DEFAULTS, ...(JSON.parse(text) as Partial<RunSettings>) } : null;
  } catch {
    return null;
  }
}

export function remember(fabric: string, settings: RunSettings): void {
  try {
    localStorage.setItem(`${KEY}.${fabric}`, JSON.stringify(settings));
  } catch {
    // without storage the panel begins with the defaults
  }
}
