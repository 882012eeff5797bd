// The settings of the run panel: those of the run in the address, else what was last asked for here, else defaults.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { runs, workloads } from "../../api/calls";
import { keys, useRuns } from "../../api/queries";
import type { Run } from "../../api/types";
import { DEFAULTS, middleMs, type RunSettings, remember, remembered, settingsOf } from "./settings";

export interface Launch {
  settings: RunSettings;
  setSettings(settings: RunSettings): void;
  /** Degrade a cable to a quarter, from half of the way on. */
  breakCable(cable: string): void;
  /** The newest finished run on this fabric. */
  newest: Run | undefined;
  /** False while the settings of the run in the address are on their way: nothing may start with others. */
  isSettled: boolean;
}

const LEFT = 0.25;

function withFault(settings: RunSettings, cable: string, simulatedS: number | null): RunSettings {
  if (settings.faults.some((fault) => fault.cable === cable)) return settings;
  const fault = {
    cable,
    switch: null,
    at_ms: middleMs(settings, simulatedS),
    until_ms: null,
    rate_share: LEFT,
  };
  return { ...settings, faults: [...settings.faults, fault] };
}

export function useLaunch(fabric: string, fromRun: string | null, fault: string | null): Launch {
  const [settings, setSettings] = useState<RunSettings>(() => remembered(fabric) ?? DEFAULTS);
  const finished = useRuns("finished", 50);
  const newest = finished.data?.results.find((run) => run.fabric.id === fabric);
  const source = useQuery({
    queryKey: [...keys.runs, fromRun, "settings"],
    queryFn: async () => {
      const run = await runs.get(fromRun ?? "");
      const workload = await workloads.get(run.workload.id);
      return { run, settings: settingsOf(workload.document, run.scenario.document, run.seed) };
    },
    enabled: fromRun !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = source;
  const asked = fromRun && `${fromRun} ${fault ?? ""}`;
  const [taken, setTaken] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return;
    setSettings(fault ? withFault(data.settings, fault, data.run.simulated_s) : data.settings);
    setTaken(asked);
  }, [data, fault, asked]);
  return {
    settings,
    setSettings: (next) => {
      setSettings(next);
      remember(fabric, next);
    },
    breakCable: (cable) => setSettings((old) => withFault(old, cable, newest?.simulated_s ?? null)),
    newest,
    isSettled: !asked || taken === asked || source.isError,
  };
}
