// The shapes of the API under the names the pages use.
import type { Tail } from "../numbers/tails";

export type Severity = "error" | "warning" | "note";

export interface Finding {
  rule: string;
  severity: Severity;
  at: string;
  says: string;
  objects: string[];
}

export type AggregationProfile = "none" | "quantum" | "quantum-2";

export interface Aggregation {
  profile: AggregationProfile;
  reducer_gbps: number | null;
}

export interface PortBlock {
  name: string;
  count: number;
  gbps: number | null;
}

export interface DeviceType {
  id: string;
  kind: "switch" | "server";
  name: string;
  ports: PortBlock[];
  gpus: number;
  aggregation: Aggregation;
  source: string;
}

export interface Device {
  id: string;
  type: string;
  name: string;
  group: string | null;
  tags: string[];
  x: number | null;
  y: number | null;
  aggregation: Aggregation | null;
}

export interface Cable {
  id: string;
  a: string;
  b: string;
  gbps: number | null;
  length_m: number | null;
}

export interface FabricDocument {
  format: 1;
  kind: "fabric";
  name: string;
  device_types: DeviceType[];
  devices: Device[];
  cables: Cable[];
  latency: { switch_ns: number; adapter_ns: number; fibre_ns_per_m: number; assumed_length_m: number };
}

export type Collective = "all-reduce" | "all-to-all";

export interface Selection {
  by: "default" | "all" | "tag" | "list";
  tag: string | null;
  hosts: string[];
  count: number | null;
}

export interface Job {
  id: string;
  name: string;
  ranks: Selection;
  collective: Collective;
  size_bytes: number;
  iterations: number;
  compute_ms: number;
  jitter_cv: number;
  start_ms: number;
}

export interface Background {
  id: string;
  load: number;
  sizes: "web-search" | "fixed";
  fixed_bytes: number | null;
  hosts: Selection;
  start_ms: number;
  stop_ms: number | null;
}

export interface WorkloadDocument {
  format: 1;
  kind: "workload";
  name: string;
  jobs: Job[];
  background: Background[];
  flows: { id: string; src: string; dst: string; size_bytes: number; start_ms: number }[];
}

export type Algorithm = "ring" | "in-network";

export interface Fault {
  cable: string;
  at_ms: number;
  until_ms: number | null;
  rate_share: number;
}

export interface ScenarioDocument {
  format: 1;
  kind: "scenario";
  name: string;
  fabric: string | null;
  workload: string | null;
  algorithm: Algorithm;
  routing: { mode: "hash" | "spray"; seed: number };
  aggregation: { chunk_bytes: number };
  transport: { payload_share: number };
  placement: { job: string; rails: { name: string; members: string[] }[] }[];
  faults: Fault[];
  pace: { ms_per_s: number | null };
  seed: number;
}

export interface Counts {
  switches: number;
  hosts: number;
  adapters: number;
  cables: number;
  gpus: number;
}

export interface FabricRow {
  id: string;
  project: string;
  name: string;
  revision: number;
  digest: string;
  findings: Finding[];
  counts: Counts;
  tiers: number[];
  updated_at: string;
}

export interface Fabric extends FabricRow {
  document: FabricDocument;
}

export interface Reading {
  format: string;
  switches: number;
  hosts: number;
  adapters: number;
  links: number;
  links_by_gbps: Record<string, number>;
  tiers: number[];
  findings: Finding[];
  document: FabricDocument;
}

export interface TemplateParameter {
  name: string;
  title: string;
  type: string;
  default: number | string | boolean | null;
  minimum: number | null;
  maximum: number | null;
  unit: string;
  says: string;
}

export interface Template {
  name: string;
  title: string;
  says: string;
  parameters: TemplateParameter[];
}

export interface Generated {
  document: FabricDocument;
  findings: Finding[];
  counts: Counts;
}

export interface Placement {
  rails: { name: string; members: string[] }[];
  left_out: { host: string; reason: string }[];
  hosts: number | string[];
}

export type RunStatus = "queued" | "running" | "finished" | "failed" | "cancelled" | "lost";

export interface Window {
  from_s: number;
  until_s: number;
  faults_active: number;
  iteration: Tail;
}

export interface RailSummary {
  name: string;
  members: number;
  root: string | null;
  granted: number;
  fell_back: number;
  rate: number | null;
  says: string | null;
}

export interface JobSummary {
  id: string;
  name: string;
  collective: Collective;
  algorithm: Algorithm;
  hosts: number;
  adapters: number;
  size_bytes: number;
  iterations: number;
  iterations_done: number;
  iteration: Tail;
  communication: Tail;
  exposed_share: number | null;
  bytes_per_host: number | null;
  windows: Window[];
  rails: RailSummary[];
  left_out: { host: string; reason: string }[];
}

export interface BusyCable {
  cable: string;
  a: string;
  b: string;
  mean_ab: number;
  mean_ba: number;
  tiers: [number, number];
}

export interface FlowSummary {
  started: number;
  finished: number;
  completion: Tail;
  slowdown: Tail;
  buckets: { from_bytes: number; below_bytes: number | null; slowdown: Tail }[];
}

export interface RunSummary {
  format: number;
  simulated_s: number;
  events: number;
  streams: number;
  jobs: JobSummary[];
  flows: FlowSummary;
  busiest: BusyCable[];
  cables_hot: number;
  cable_count: number;
  notes: string[];
}

export interface DocumentRef {
  id: string;
  name: string;
  revision: number;
  digest: string;
}

export interface Run {
  id: string;
  number: number;
  project: string;
  name: string;
  status: RunStatus;
  seed: number;
  code_version: string;
  fabric: DocumentRef;
  workload: DocumentRef;
  scenario: DocumentRef & { document: ScenarioDocument };
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  progress: number | null;
  eta_s: number | null;
  simulated_s: number | null;
  error: string | null;
  attempt: number;
  summary: RunSummary | null;
}

export interface FrameIndexEntry {
  seq: number;
  simulated_s: number;
  offset: number;
  length: number;
  flags: number;
}

export interface FrameIndex {
  frames: FrameIndexEntry[];
  cables: string[];
}

export interface Page<T> {
  count: number;
  next: string | null;
  previous: string | null;
  results: T[];
}
