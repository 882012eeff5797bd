// What a run marks on the drawing: slow cables with both rates, what is down, the root of each tree with its rail.
import { useMemo } from "react";
import type { Fabric, Run } from "../../api/types";
import type { Marks } from "../../canvas/types";
import type { RailReading } from "../../live/frame";
import { isDown } from "../launch/faults";
import { faultLabel } from "./faults";
import type { Trees } from "./useTrees";

interface Shown {
  /** The moment that is shown, in simulated seconds. */
  nowS: number;
  rails: readonly RailReading[] | undefined;
  trees: Trees;
}

export function useRunMarks(run: Run, fabric: Fabric, { nowS, rails, trees }: Shown): Marks {
  const { drawn } = trees;
  const active = run.scenario.document.faults.filter(
    (fault) => fault.at_ms / 1e3 <= nowS && (fault.until_ms === null || fault.until_ms / 1e3 > nowS),
  );
  const key = JSON.stringify([
    active.map((fault) => [fault.cable, fault.switch, fault.at_ms]),
    rails?.map((rail) => [rail.root, rail.name, rail.fell_back > 0]),
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the faults and the rails
  return useMemo(() => {
    const speeds = new Map(fabric.document.cables.map((cable) => [cable.id, cable.gbps]));
    const marks: Required<Omit<Marks, "tree">> = { cables: {}, devices: {}, labels: {}, notes: {} };
    for (const fault of active) {
      if (fault.cable !== null) {
        marks.cables[fault.cable] = isDown(fault) ? "down" : "fault";
        marks.labels[fault.cable] = [faultLabel(fault, speeds.get(fault.cable) ?? null, fault.at_ms / 1e3)];
      } else if (fault.switch !== null) {
        marks.devices[fault.switch] = "out";
        marks.notes[fault.switch] = { says: faultLabel(fault, null, fault.at_ms / 1e3), tone: "fault" };
      }
    }
    for (const [root, names] of drawn?.roots ?? []) {
      const fallen = rails?.some((rail) => rail.root === root && rail.fell_back > 0);
      marks.notes[root] = { says: `root, ${names.join(", ")}`, tone: fallen ? "fault" : "plain" };
    }
    for (const rail of drawn ? [] : (rails ?? [])) {
      if (rail.root === null) continue;
      const old = marks.notes[rail.root];
      const names = (old?.says ?? "root").split(", ");
      const says = names.includes(rail.name) ? names.join(", ") : [...names, rail.name].join(", ");
      marks.notes[rail.root] = {
        says,
        tone: rail.fell_back > 0 || old?.tone === "fault" ? "fault" : "plain",
      };
    }
    return drawn ? { ...marks, tree: drawn.marks } : marks;
  }, [key, fabric, drawn]);
}
