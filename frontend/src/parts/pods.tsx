// Pods or the physical sheet: which of the two a canvas shows, and which pods are open. A view, never an edit.
import { useCallback, useMemo, useState } from "react";
import type { FabricDocument } from "../api/types";
import type { Scene } from "../canvas/types";
import type { FabricView } from "../canvas/view";
import { bodiesOf, type Layout, podScene } from "../fabric";
import { counted } from "../numbers/format";
import { Choice } from "./Choice";

export type Shape = "pods" | "physical";

/** More cables at once than a sheet is read with: a fabric is shown as pods first. */
export const MOST_CABLES_AT_ONCE = 8_000;
const MOST_OPENED = 2; // by one flight: more pods are shown closed

export interface Pods {
  shape: Shape;
  /** Whether the fabric falls into pods at all. */
  isOffered: boolean;
  /** What the canvas shows: the pods, or the sheet itself. */
  shown: Scene;
  show(shape: Shape): void;
  toggle(name: string): void;
  /** Bring devices and cables into sight; the pods that hold them are opened, where they are few. */
  flyTo(ids: readonly string[]): void;
}

export function usePods(
  document: FabricDocument,
  scene: Scene,
  layout: Layout,
  view: FabricView | null,
): Pods {
  const [wanted, setWanted] = useState<Shape | null>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set());
  const { structure } = layout;
  // biome-ignore lint/correctness/useExhaustiveDependencies: bodies hang on the structure, which stays while devices are moved
  const bodies = useMemo(() => bodiesOf(document, layout), [structure]);
  const isLarge = document.cables.length > MOST_CABLES_AT_ONCE;
  const shape: Shape = bodies && (wanted ?? (isLarge ? "pods" : "physical")) === "pods" ? "pods" : "physical";
  const shown = useMemo(
    () => (bodies && shape === "pods" ? podScene(document, scene, layout, bodies, open) : scene),
    [document, scene, layout, bodies, open, shape],
  );
  const show = useCallback(
    (next: Shape) => {
      if (next === shape) return;
      setWanted(next);
      requestAnimationFrame(() => view?.fit());
    },
    [shape, view],
  );
  const toggle = useCallback(
    (name: string) => {
      const next = new Set(open);
      const isClosed = !next.delete(name);
      if (isClosed) next.add(name);
      setOpen(next);
      const devices = shown.frames.find((frame) => frame.name === name)?.devices ?? [];
      const ids = devices.map((row) => shown.deviceIds[row]);
      requestAnimationFrame(() => (isClosed ? view?.flyTo(ids) : view?.fit()));
    },
    [open, shown, view],
  );
  const flyTo = useCallback(
    (ids: readonly string[]) => {
      const names = closedPodsOf(shown, ids);
      if (names.size > 0 && names.size <= MOST_OPENED) setOpen(new Set([...open, ...names]));
      requestAnimationFrame(() => view?.flyTo([...ids]));
    },
    [open, shown, view],
  );
  return { shape, isOffered: bodies !== null, shown, show, toggle, flyTo };
}

/** The closed pods that hold these devices, or an end of these cables. */
function closedPodsOf({ bodies, frames, deviceIds, cableIds, from, to }: Scene, ids: readonly string[]) {
  const names = new Set<string>();
  if (!bodies || ids.length === 0) return names;
  const wanted = new Set(ids);
  const note = (row: number) => {
    const frame = bodies.frameOf[row];
    if (frame >= 0 && bodies.pods[frame] && !bodies.open[row]) names.add(frames[frame].name);
  };
  deviceIds.forEach((id, row) => {
    if (wanted.has(id)) note(row);
  });
  cableIds.forEach((id, row) => {
    if (!wanted.has(id)) return;
    note(from[row]);
    note(to[row]);
  });
  return names;
}

/** "48 pods, 8 planes": how many bodies are drawn below and above. */
export function bodiesInWords({ bodies, frames }: Scene): string {
  const pods = bodies?.pods.filter((isPod) => isPod).length ?? 0;
  const above = frames.filter((_, frame) => !bodies?.pods[frame]);
  const isPlanes = above.some(({ devices }) => devices.length > 1);
  return `${counted(pods, "pod")}, ${isPlanes ? counted(above.length, "plane") : counted(above.length, "switch", "switches")}`;
}

const SHAPES = [
  { value: "pods", label: "Pods" },
  { value: "physical", label: "Physical" },
] as const;

/** The choice between the two, where there is one. */
export function PodsChoice({ pods }: { pods: Pods }) {
  if (!pods.isOffered) return null;
  return <Choice label="Drawing" value={pods.shape} options={SHAPES} onChange={pods.show} />;
}
