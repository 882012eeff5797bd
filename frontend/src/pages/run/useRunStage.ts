// What the drawing of a run is fed with, and what is known of the run at the moment that it shows.
import { useMemo, useState } from "react";
import type { Fabric, Run } from "../../api/types";
import type { Selected } from "../../canvas/types";
import type { FabricView } from "../../canvas/view";
import { levels } from "../../live/frame";
import { usePods } from "../../parts/pods";
import { readDrawn } from "../../parts/scene";
import { figuresLeft } from "./left";
import { useRunFeed } from "./useRunFeed";
import { useRunMarks } from "./useRunMarks";
import { useTrees } from "./useTrees";

const NOTHING: Selected = { devices: [], cables: [] };

/** `stage` goes to the drawing as it is; `figures` are those of the summary where the frames are gone. */
export function useRunStage(run: Run, fabric: Fabric) {
  const watched = useRunFeed(run);
  const { feed, gone } = watched;
  const [view, onView] = useState<FabricView | null>(null);
  const [selected, onSelect] = useState<Selected>(NOTHING);
  const { scene, layout } = readDrawn(fabric.document);
  const pods = usePods(fabric.document, scene, layout, view);
  const frame = feed.current()?.frame ?? null;
  const left = gone !== null && run.summary ? figuresLeft(run.summary) : null;
  const figures = frame?.readout ?? left ?? undefined;
  const heat = useMemo(() => (frame ? levels(frame.utilisation) : null), [frame]);
  const trees = useTrees(run, scene);
  const marks = useRunMarks(run, fabric, {
    nowS: frame?.simulatedS ?? 0,
    rails: figures?.rails,
    trees,
  });
  return {
    ...watched,
    frame,
    figures,
    stage: { scene, pods, feed, view, marks, selected, heat, trees, onView, onSelect },
  };
}
