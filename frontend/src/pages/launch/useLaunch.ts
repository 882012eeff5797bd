// The settings of the run panel: those of the run in the address, else what was last asked for here, else defaults.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { runs, workloads } from "../../api/calls";
import { keys, useRuns } from "../../api/queries";
import type { Run } from "../../api/types";
import { type Broken, withFault } from "./faults";
import { beyondPanel, settingsOf } from "./recovered";
import { DEFAULTS, middleMs, type RunSettings, remember, remembered } from "./settings";

export interface Without {
  run: number;
  parts: readonly string[];
}

export interface Launch {
  settings: RunSettings;
  setSettings(settings: RunSettings): void;
  /** Make a cable slow, or take a cable or a switch down, from half of the way on. */
  breakOne(broken: Broken): void;
  /** The newest finished run on this fabric. */
  newest: Run | undefined;
  /** What the run in the address was made of besides, and a run from here is not. */
  without: Without | null;
  /** False while the settings of the run in the address are on their way: nothing is set or started before. */
  isSettled: boolean;
}

/** Settings with one thing broken, from half of the way on. */
function withBroken(settings: RunSettings, broken: Broken, simulatedS: number | null): RunSettings {
  return { ...settings, faults: withFault(settings.faults, broken, middleMs(settings, simulatedS)) };
}

export function useLaunch(fabric: string, fromRun: string | null, broken: Broken | null): Launch {
  const [settings, setSettings] = useState<RunSettings>(() => remembered(fabric) ?? DEFAULTS);
  const finished = useRuns("finished", 50);
  const newest = finished.data?.results.find((run) => run.fabric.id === fabric);
  const source = useQuery({
    queryKey: [...keys.runs, fromRun, "settings"],
    queryFn: async () => {
      const run = await runs.get(fromRun ?? "");
      const workload = await workloads.get(run.workload.id);
      const [work, how] = [workload.document, run.scenario.document];
      return { run, settings: settingsOf(work, how, run.seed), beyond: beyondPanel(work, how) };
    },
    enabled: fromRun !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = source;
  const asked = fromRun && `${fromRun} ${JSON.stringify(broken)}`;
  const [taken, setTaken] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return;
    setSettings(broken ? withBroken(data.settings, broken, data.run.simulated_s) : data.settings);
    setTaken(asked);
  }, [data, broken, asked]);
  return {
    settings,
    setSettings: (next) => {
      setSettings(next);
      remember(fabric, next);
    },
    breakOne: (one) => setSettings((old) => withBroken(old, one, newest?.simulated_s ?? null)),
    newest,
    without: data?.beyond.length ? { run: data.run.number, parts: data.beyond } : null,
    isSettled: !asked || taken === asked || source.isError,
  };
}
