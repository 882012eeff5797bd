// The run panel on a fabric: saves it, makes the documents, starts one run or a pair, and goes where they are watched.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useNavigate } from "react-router";
import { keys } from "../../api/queries";
import type { Device, FabricDocument, Run } from "../../api/types";
import { mostPlanes } from "../../fabric/planes";
import { counted } from "../../numbers/format";
import { Waiting } from "../../parts/Says";
import { cableWords, deviceName, switchWords } from "../../parts/scene";
import { useCompareAll } from "../comparisons/useCompareAll";
import type { Editor } from "../fabric/useEditor";
import { listenAhead } from "../run/feed";
import { RunPanel } from "./RunPanel";
import { remember } from "./settings";
import { startAll, startBoth, startRun } from "./start";
import type { Launch } from "./useLaunch";

interface Props {
  editor: Editor;
  launch: Launch;
  errors: number;
  /** The one cable or device that is selected on the canvas. */
  selected: string | null;
  /** All devices that are. */
  selectedDevices: readonly string[];
}

export function LaunchPanel({ editor, launch, errors, selected, selectedDevices }: Props) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { scene, saved, state } = editor;
  const { settings, newest } = launch;
  // What a click on Start leads to is loaded before the click.
  useEffect(() => {
    void import("../run/RunPage");
  }, []);
  const cables = useMemo(() => cableWords(scene), [scene]);
  const switches = useMemo(() => switchWords(scene), [scene]);
  const isBreakable = [...cables, ...switches].some((one) => one.id === selected);
  const between = newest?.summary?.busiest.find((cable) => cable.tiers.every((tier) => tier > 0));
  const known = between && cables.find((cable) => cable.id === between.cable);
  const began = (...runs: Run[]) => {
    remember(saved.id, settings);
    // Asked again by the page that shows it next: now the way is kept free for the first frame.
    void client.invalidateQueries({ queryKey: keys.runs, refetchType: "none" });
    for (const run of runs) {
      client.setQueryData(keys.run(run.id), run);
      listenAhead(run.id);
    }
  };
  const start = useMutation({
    mutationFn: async () => startRun((await editor.settle()).id, settings),
    onSuccess: (run) => {
      began(run);
      navigate(`/runs/${run.id}`);
    },
  });
  const both = useMutation({
    mutationFn: async () => startBoth((await editor.settle()).id, settings),
    onSuccess: (pair) => {
      began(...pair);
      navigate(`/compare?runs=${pair.map((run) => run.id).join(",")}`);
    },
  });
  const all = useCompareAll(async () => startAll((await editor.settle()).id, settings));
  const blocked = errors
    ? `${counted(errors, "error")} of this fabric must be mended first: see the findings below the drawing.`
    : state.document.devices.length === 0
      ? "There is nothing to run on yet."
      : null;
  const adapterGbps = useMemo(() => {
    const server = state.document.device_types.find((type) => type.kind === "server" && type.ports[0]?.gbps);
    return server?.ports[0].gbps ?? state.document.cables[0]?.gbps ?? null;
  }, [state.document]);
  const planes = useMemo(() => mostPlanes(state.document), [state.document]);
  const servers = useMemo(() => serversOf(state.document), [state.document]);
  const chosen = useMemo(() => {
    const ids = new Set(selectedDevices);
    return servers.filter(({ id }) => ids.has(id)).map(({ id }) => id);
  }, [servers, selectedDevices]);
  // What somebody sets before they have come would be overwritten by them.
  if (!launch.isSettled) return <Waiting what="Reading the settings of the run." />;
  return (
    <RunPanel
      fabric={saved}
      settings={settings}
      cables={cables}
      switches={switches}
      selected={isBreakable ? selected : null}
      suggestion={newest && known ? { run: newest.number, cable: known.id, name: known.name } : null}
      lastSimulatedS={newest?.simulated_s ?? null}
      adapterGbps={adapterGbps}
      planes={planes}
      hosts={{ all: servers, selected: chosen }}
      without={launch.without}
      blocked={blocked}
      busy={start.isPending || both.isPending || all.isPending}
      error={start.error ?? both.error ?? all.error}
      nameOf={(device) => deviceName(scene, device)}
      onChange={launch.setSettings}
      onStart={() => start.mutate()}
      onBoth={() => both.mutate()}
      onAll={() => {
        remember(saved.id, settings);
        all.mutate("all");
      }}
    />
  );
}

function serversOf({ device_types, devices }: FabricDocument): Device[] {
  const types = new Set(device_types.filter(({ kind }) => kind === "server").map(({ id }) => id));
  return devices.filter(({ type }) => types.has(type));
}
