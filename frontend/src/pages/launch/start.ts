// Starting runs: documents first, then the run that is made of them.
import { comparisons, runs, scenarios, workloads } from "../../api/calls";
import { asProblem } from "../../api/problems";
import type { Run } from "../../api/types";
import { type RunSettings, ringOf, scenarioName, scenarioOf, workloadName, workloadOf } from "./settings";

interface Parts {
  fabric: string;
  workload: string;
  scenario: string;
}

// What was made since the page was opened, by what it says: nobody else changes these documents.
const made = new Map<string, Promise<string>>();

/** The id of a document that says this: one that was made already, else a new one. */
function once(name: string, document: object, make: () => Promise<{ id: string }>): Promise<string> {
  const words = JSON.stringify([name, document]);
  const known = made.get(words);
  if (known) return known;
  const id = make().then((record) => record.id);
  made.set(words, id);
  id.catch(() => made.delete(words));
  return id;
}

function makeWorkload(settings: RunSettings): Promise<string> {
  const [name, document] = [workloadName(settings), workloadOf(settings)];
  return once(name, document, () => workloads.create(name, document));
}

function makeScenario(settings: RunSettings): Promise<string> {
  const [name, document] = [scenarioName(settings), scenarioOf(settings)];
  return once(name, document, () => scenarios.create(name, document));
}

const start = (parts: Parts, settings: RunSettings): Promise<Run> =>
  runs.create({ ...parts, seed: settings.seed, name: scenarioName(settings) });

/** Make what is needed and start; once more from nothing where somebody has deleted what was made before. */
async function fresh<T>(act: () => Promise<T>): Promise<T> {
  const hadSome = made.size > 0;
  try {
    return await act();
  } catch (error) {
    if (!hadSome || asProblem(error).status !== 404) throw error;
    made.clear();
    return act();
  }
}

export const startRun = (fabric: string, settings: RunSettings): Promise<Run> =>
  fresh(async () => {
    const [workload, scenario] = await Promise.all([makeWorkload(settings), makeScenario(settings)]);
    return start({ fabric, workload, scenario }, settings);
  });

/** The ring and the in-network tree on the same workload, everything else alike; the ring first. */
export function startBoth(fabric: string, settings: RunSettings): Promise<[Run, Run]> {
  const ring: RunSettings = { ...settings, algorithm: ringOf(settings) };
  const tree: RunSettings = { ...settings, algorithm: "in-network" };
  return fresh(async () => {
    const [workload, ringScenario, treeScenario] = await Promise.all([
      makeWorkload(settings),
      makeScenario(ring),
      makeScenario(tree),
    ]);
    // One after the other, so that A has the lower number.
    const a = await start({ fabric, workload, scenario: ringScenario }, ring);
    const b = await start({ fabric, workload, scenario: treeScenario }, tree);
    return [a, b];
  });
}

/** Every way of an all-reduce that fits, all else as in the settings. */
export const startAll = (fabric: string, settings: RunSettings): Promise<{ id: string }> =>
  fresh(async () => {
    const [workload, scenario] = await Promise.all([makeWorkload(settings), makeScenario(settings)]);
    return comparisons.create({ fabric, workload, scenario }, settings.seed);
  });
