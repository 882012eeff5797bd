// What the drawing marks: the worst finding of each device, the cables that stop a run; and where devices were put.
import type { FabricDocument, Fault, Finding, Severity } from "../../api/types";
import type { Marks, Scene, Selected } from "../../canvas/types";
import { isDown } from "../launch/faults";

/** The middles of devices where the hand has put them. */
export function middles(scene: Scene, ids: readonly string[]): Map<string, { x: number; y: number }> {
  const rows = new Map(scene.deviceIds.map((id, row) => [id, row]));
  return new Map(
    ids.map((id) => {
      const at = 4 * (rows.get(id) ?? 0);
      const [x, y, w, h] = scene.boxes.subarray(at, at + 4);
      return [id, { x: x + w / 2, y: y + h / 2 }];
    }),
  );
}

const RANK: Record<Severity, number> = { note: 1, warning: 2, error: 3 };

/** The worst finding of each device, and the cables that stop a run. */
export function marksOf(findings: readonly Finding[], document: FabricDocument): Marks {
  const devices: Record<string, Severity> = {};
  const cables: NonNullable<Marks["cables"]> = {};
  // A note is worth knowing, not worth a mark on every device.
  const marking = findings.filter(({ severity }) => severity !== "note");
  const isCable = idsAmong(document.cables, new Set(marking.flatMap(({ objects }) => objects)));
  for (const { severity, objects } of marking) {
    for (const id of objects) {
      if (isCable.has(id)) {
        if (severity === "error") cables[id] = "error";
      } else if (!devices[id] || RANK[severity] > RANK[devices[id]]) devices[id] = severity;
    }
  }
  return { devices, cables };
}

/** The same marks, and what the run that is being set up breaks. */
export function withFaults(marks: Marks, faults: readonly Fault[]): Marks {
  const devices = { ...marks.devices };
  const cables = { ...marks.cables };
  for (const fault of faults) {
    if (fault.switch !== null) devices[fault.switch] = "out";
    else if (fault.cable !== null) cables[fault.cable] = isDown(fault) ? "down" : "fault";
  }
  return { ...marks, devices, cables };
}

/** The same marks, and the cables of a cut. */
export function withCut(marks: Marks, cut: readonly string[]): Marks {
  const cables = { ...marks.cables };
  for (const id of cut) cables[id] ??= "cut";
  return { ...marks, cables };
}

/** What of a selection is still in the document; the same object where all of it is. */
export function existing(selected: Selected, document: FabricDocument): Selected {
  if (!selected.devices.length && !selected.cables.length) return selected;
  const devices = idsAmong(document.devices, new Set(selected.devices));
  const cables = idsAmong(document.cables, new Set(selected.cables));
  const kept = {
    devices: selected.devices.filter((id) => devices.has(id)),
    cables: selected.cables.filter((id) => cables.has(id)),
  };
  const all =
    kept.devices.length === selected.devices.length && kept.cables.length === selected.cables.length;
  return all ? selected : kept;
}

/** Return those of some ids that the things of a list have. */
function idsAmong(things: readonly { id: string }[], some: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  if (some.size > 0) for (const { id } of things) if (some.has(id)) found.add(id);
  return found;
}
