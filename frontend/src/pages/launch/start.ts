// Starting runs: documents first, then the run that is made of them.
import { runs, scenarios, workloads } from "../../api/calls";
import type { Run } from "../../api/types";
import { type RunSettings, scenarioName, scenarioOf, workloadName, workloadOf } from "./settings";

async function startWith(fabric: string, workload: string, settings: RunSettings): Promise<Run> {
  const scenario = await scenarios.create(scenarioName(settings), scenarioOf(settings));
  return runs.create({ fabric, workload, scenario: scenario.id, seed: settings.seed });
}

export async function startRun(fabric: string, settings: RunSettings): Promise<Run> {
  const workload = await workloads.create(workloadName(settings), workloadOf(settings));
  return startWith(fabric, workload.id, settings);
}

/** The ring and the in-network tree on the same workload, everything else alike; the ring first. */
export async function startBoth(fabric: string, settings: RunSettings): Promise<[Run, Run]> {
  const workload = await workloads.create(workloadName(settings), workloadOf(settings));
  const ring = await startWith(fabric, workload.id, { ...settings, algorithm: "ring" });
  const tree = await startWith(fabric, workload.id, { ...settings, algorithm: "in-network" });
  return [ring, tree];
}
