// The drawing of a run: the fabric in the colours of its load, fed with every frame, with its legend.
import { type ReactNode, useEffect, useMemo } from "react";
import { FabricCanvas } from "../../canvas/FabricCanvas";
import type { Marks, Scene, Selected } from "../../canvas/types";
import type { FabricView } from "../../canvas/view";
import { LevelLegend } from "../../charts/LevelLegend";
import { counted } from "../../numbers/format";
import type { RunFeed } from "./feed";
import styles from "./run.module.css";

interface Props {
  scene: Scene;
  feed: RunFeed;
  /** The ids of the cables in the order of every frame; null until known. */
  order: readonly string[] | null;
  view: FabricView | null;
  marks: Marks;
  selected: Selected;
  /** Cables a level and those at 90 % or more, null before the first frame. */
  heat: { counts: readonly number[]; hot: number } | null;
  onView(view: FabricView | null): void;
  onSelect(selected: Selected): void;
  children?: ReactNode;
}

const INSETS = { top: 40, bottom: 128 };

/** Rows of the drawing to rows of a frame; null where both are alike, as they are unless the fabric was edited since. */
function rowsOfFrame(scene: Scene, order: readonly string[]): number[] | null {
  const alike =
    order.length === scene.cableIds.length && order.every((id, row) => id === scene.cableIds[row]);
  if (alike) return null;
  const rows = new Map(order.map((id, row) => [id, row]));
  return scene.cableIds.map((id) => rows.get(id) ?? -1);
}

function moved(bytes: Uint8Array, rows: readonly number[]): Uint8Array {
  const out = new Uint8Array(rows.length * 2).fill(255);
  for (const [to, from] of rows.entries()) {
    if (from >= 0) out.set(bytes.subarray(2 * from, 2 * from + 2), 2 * to);
  }
  return out;
}

export function LoadStage(props: Props) {
  const { scene, feed, order, view, heat } = props;
  const rows = useMemo(() => (order ? rowsOfFrame(scene, order) : null), [scene, order]);
  useEffect(() => {
    if (!view || !order) return;
    // Not through React: ten times a second the bytes go straight to the canvas.
    return feed.paint(({ utilisation }) =>
      view.setUtilisation(rows ? moved(utilisation, rows) : utilisation),
    );
  }, [view, feed, order, rows]);
  return (
    <div className="stage">
      <FabricCanvas
        scene={scene}
        label={`Load of ${counted(scene.cableIds.length, "cable")}; the table of busiest cables holds the same values`}
        mode="load"
        locked
        marks={props.marks}
        selected={props.selected}
        insets={INSETS}
        onView={props.onView}
        onSelect={props.onSelect}
      />
      {heat && (
        <div className={`over ${styles.legend}`}>
          <LevelLegend counts={heat.counts} hot={heat.hot} />
        </div>
      )}
      {props.children}
    </div>
  );
}
