// Starting runs: documents first, then the run that is made of them.
import { runs, scenarios, workloads } from "../../api/calls";
import type { Run } from "../../api/types";
import { type RunSettings, scenarioName, scenarioOf, workloadName, workloadOf } from "./settings";

interface Parts {
  fabric: string;
  workload: string;
  scenario: string;
}

const makeWorkload = async (settings: RunSettings): Promise<string> =>
  (await workloads.create(workloadName(settings), workloadOf(settings))).id;

const makeScenario = async (settings: RunSettings): Promise<string> =>
  (await scenarios.create(scenarioName(settings), scenarioOf(settings))).id;

const start = (parts: Parts, settings: RunSettings): Promise<Run> =>
  runs.create({ ...parts, seed: settings.seed, name: scenarioName(settings) });

export async function startRun(fabric: string, settings: RunSettings): Promise<Run> {
  const [workload, scenario] = await Promise.all([makeWorkload(settings), makeScenario(settings)]);
  return start({ fabric, workload, scenario }, settings);
}

/** The ring and the in-network tree on the same workload, everything else alike; the ring first. */
export async function startBoth(fabric: string, settings: RunSettings): Promise<[Run, Run]> {
  const ring: RunSettings = { ...settings, algorithm: "ring" };
  const tree: RunSettings = { ...settings, algorithm: "in-network" };
  const [workload, ...made] = await Promise.all([
    makeWorkload(settings),
    makeScenario(ring),
    makeScenario(tree),
  ]);
  // One after the other, so that A has the lower number.
  const a = await start({ fabric, workload, scenario: made[0] }, ring);
  const b = await start({ fabric, workload, scenario: made[1] }, tree);
  return [a, b];
}
