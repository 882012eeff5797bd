// The settings of an earlier run, out of its documents, and what of them the panel has no field for.
import type { Job, ScenarioDocument, Selection, WorkloadDocument } from "../../api/types";
import { counted } from "../../numbers/format";
import { DEFAULTS, type RunSettings, scenarioOf } from "./settings";

/** The settings of an earlier run, so that one thing can be changed and the rest stays. */
export function settingsOf(
  workload: WorkloadDocument,
  scenario: ScenarioDocument,
  seed: number,
): RunSettings {
  const job = workload.jobs[0];
  const groups = areAlike(workload.jobs) ? workload.jobs.map(({ ranks }) => ranks.hosts) : DEFAULTS.groups;
  return {
    collective: job?.collective ?? DEFAULTS.collective,
    sizeBytes: job?.size_bytes ?? DEFAULTS.sizeBytes,
    iterations: job?.iterations ?? DEFAULTS.iterations,
    computeMs: job?.compute_ms ?? DEFAULTS.computeMs,
    jitterCv: job?.jitter_cv ?? DEFAULTS.jitterCv,
    hosts: new Set(groups.flat()).size || (job?.ranks.count ?? null),
    load: workload.background[0]?.load ?? 0,
    groups,
    dtype: job?.dtype ?? null,
    tenant: job?.tenant ?? "",
    algorithm: scenario.algorithm,
    aggregation: scenario.aggregation,
    inHost: scenario.scale_up.way,
    layout: scenario.collectives,
    tuning: scenario.tuning,
    security: scenario.security,
    routing: scenario.routing,
    tolerances: scenario.tolerances,
    faults: [...scenario.faults],
    seed,
    paceMsPerS: scenario.pace.ms_per_s,
  };
}

/** Whether jobs differ in nothing but their names and hosts. */
function areAlike(jobs: readonly Job[]): boolean {
  const [first, ...others] = jobs.map(({ ranks, ...job }) =>
    JSON.stringify({ ...job, id: "", name: "", by: ranks.by, count: ranks.count }),
  );
  return first !== undefined && others.every((other) => other === first);
}

const isOfPanel = ({ by, count }: Selection): boolean =>
  by === "default" || (by === "list" && count === null);

/** What a run was made of and the panel has no field for, in words: a run from its settings goes without. */
export function beyondPanel(workload: WorkloadDocument, scenario: ScenarioDocument): string[] {
  const [job] = workload.jobs;
  const [background] = workload.background;
  const { transport } = scenarioOf(DEFAULTS);
  const servers = scenario.aggregation.servers.hosts;
  const parts: [boolean, string][] = [
    [workload.jobs.length > 1 && !areAlike(workload.jobs), counted(workload.jobs.length - 1, "more job")],
    [workload.background.length > 1, counted(workload.background.length - 1, "more background")],
    [workload.flows.length > 0, counted(workload.flows.length, "listed flow")],
    [!job, "no job of its own"],
    [Boolean(job) && !isOfPanel(job.ranks), "hosts by tag or number"],
    [Boolean(job) && (job.start_ms > 0 || job.jitter !== "lognormal"), "a start or a jitter of its own"],
    [
      Boolean(background) && (background.sizes !== "web-search" || background.hosts.by !== "all"),
      "a background of other sizes or hosts",
    ],
    [scenario.placement.length > 0, "a placement by hand"],
    [Boolean(job) && job.distance !== null, "a distance of sending"],
    [scenario.transport.payload_share !== transport.payload_share, "a payload share"],
    [servers !== null && servers.by !== "list" && servers.by !== "tag", "servers by number"],
  ];
  return parts.filter(([is]) => is).map(([, words]) => words);
}
