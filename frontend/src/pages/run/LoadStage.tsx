// The drawing of a run: the fabric in the colours of its load, fed with every frame, with its legend.
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useEffect } from "react";
import { FabricCanvas } from "../../canvas/FabricCanvas";
import type { Marks, Scene, Selected } from "../../canvas/types";
import type { FabricView } from "../../canvas/view";
import { LevelLegend } from "../../charts/LevelLegend";
import { counted } from "../../numbers/format";
import { type Pods, PodsChoice } from "../../parts/pods";
import type { RunFeed } from "./feed";
import styles from "./run.module.css";
import { TreeChoice } from "./TreeChoice";
import { TreeLegend } from "./TreeLegend";
import type { Trees } from "./useTrees";

interface Props {
  /** Of the fabric as the run had it, so that its cables stand in the order of every frame. */
  scene: Scene;
  /** The same as pods, where it is large or a person wants that. */
  pods: Pods;
  feed: RunFeed;
  view: FabricView | null;
  marks: Marks;
  selected: Selected;
  /** Cables a level and those at 90 % or more, null before the first frame. */
  heat: { counts: readonly number[]; hot: number } | null;
  trees: Trees;
  onView(view: FabricView | null): void;
  onSelect(selected: Selected): void;
  children?: ReactNode;
}

const INSETS = { top: 60, bottom: 152 };
// In a low window the legend would stand on the names of the units.
const LOW_INSETS = { top: 60, bottom: 146 };

export function LoadStage(props: Props) {
  const { scene, pods, feed, view, heat, trees } = props;
  const isLow = useMediaQuery("(max-height: 800px)");
  useEffect(() => {
    if (!view) return;
    // Not through React: ten times a second the bytes go straight to the canvas.
    return feed.paint(({ utilisation }) => view.setUtilisation(utilisation));
  }, [view, feed]);
  return (
    <div className="stage">
      <FabricCanvas
        scene={pods.shown}
        label={`Load of ${counted(scene.cableIds.length, "cable")}; the table of busiest cables holds the same values`}
        mode={trees.drawn ? "edit" : "load"}
        locked
        marks={props.marks}
        selected={props.selected}
        insets={isLow ? LOW_INSETS : INSETS}
        onView={props.onView}
        onSelect={props.onSelect}
        onToggle={({ name }) => {
          props.onSelect({ devices: [], cables: [] }); // the first of the two clicks has chosen all of the pod
          pods.toggle(name);
        }}
      />
      <div className={`over ${styles.shape}`}>
        <PodsChoice pods={pods} />
        <TreeChoice trees={trees} />
      </div>
      {trees.drawn && (
        <div className={`over ${styles.legend}`}>
          <TreeLegend drawn={trees.drawn} colour={trees.colour} title={trees.title} />
        </div>
      )}
      {heat && !trees.drawn && (
        <div className={`over ${styles.legend}`}>
          <LevelLegend counts={heat.counts} hot={heat.hot} />
        </div>
      )}
      {props.children}
    </div>
  );
}
