// The fabric canvas as a React component: it hands props to the view and holds no picture itself.
import { type KeyboardEvent, useEffect, useRef } from "react";
import styles from "./canvas.module.css";
import type { Insets, Marks, Mode, Scene, Selected, Tool, ViewEvents } from "./types";
import { FabricView } from "./view";

export interface FabricCanvasProps {
  scene: Scene;
  /** What the drawing is, for those who do not see it: "40 switches, 191 hosts, 1,074 cables". */
  label: string;
  mode?: Mode;
  tool?: Tool;
  selected?: Selected;
  marks?: Marks;
  /** Room kept free for what the page lays over the canvas, in px. */
  insets?: Partial<Insets>;
  /** Devices cannot be moved, and nothing connected. */
  locked?: boolean;
  /** The view itself, for utilisation, flights and figures; null when it is taken down. */
  onView?: (view: FabricView | null) => void;
  onSelect?: (event: ViewEvents["select"]) => void;
  onHover?: (event: ViewEvents["hover"]) => void;
  onViewChange?: (event: ViewEvents["viewchange"]) => void;
  onDrag?: (event: ViewEvents["drag"]) => void;
  onConnect?: (event: ViewEvents["connect"]) => void;
  onAdd?: (event: ViewEvents["add"]) => void;
  onOpen?: (event: ViewEvents["open"]) => void;
  onToggle?: (event: ViewEvents["toggle"]) => void;
  onMenu?: (event: ViewEvents["menu"]) => void;
}

const PAN_STEP = 80;
const ZOOM_STEP = 1.25;

export function FabricCanvas(props: FabricCanvasProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<FabricView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const { scene, mode = "edit", tool = "select", selected, marks, insets, locked = false } = props;

  useEffect(() => {
    if (!host.current) return;
    const made = new FabricView(host.current, { insets: latest.current.insets });
    view.current = made;
    made.on("select", (event) => latest.current.onSelect?.(event));
    made.on("hover", (event) => latest.current.onHover?.(event));
    made.on("viewchange", (event) => latest.current.onViewChange?.(event));
    made.on("drag", (event) => latest.current.onDrag?.(event));
    made.on("connect", (event) => latest.current.onConnect?.(event));
    made.on("add", (event) => latest.current.onAdd?.(event));
    made.on("open", (event) => latest.current.onOpen?.(event));
    made.on("toggle", (event) => latest.current.onToggle?.(event));
    made.on("menu", (event) => latest.current.onMenu?.(event));
    latest.current.onView?.(made);
    return () => {
      latest.current.onView?.(null);
      made.destroy();
      view.current = null;
    };
  }, []);

  useEffect(() => view.current?.setScene(scene), [scene]);
  useEffect(() => view.current?.setMode(mode), [mode]);
  useEffect(() => view.current?.setTool(tool), [tool]);
  useEffect(() => view.current?.setLocked(locked), [locked]);
  useEffect(() => view.current?.setMarks(marks ?? {}), [marks]);
  useEffect(() => {
    if (selected) view.current?.select(selected);
  }, [selected]);
  const { left, top, right, bottom } = insets ?? {};
  useEffect(() => view.current?.setInsets({ left, top, right, bottom }), [left, top, right, bottom]);

  return (
    <div
      ref={host}
      className={styles.host}
      role="application"
      aria-roledescription="fabric drawing"
      aria-label={`${props.label}. Arrows move along cables, plus and minus zoom, 0 shows all.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a drawing that is read and edited by keyboard is an application
      tabIndex={0}
      onKeyDown={(event) => {
        if (view.current && pressed(event, view.current)) event.preventDefault();
      }}
    />
  );
}

/** Do what the key says; true when it was one of ours. */
function pressed(event: KeyboardEvent, view: FabricView): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const arrows: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const arrow = arrows[event.key];
  if (arrow) {
    if (event.shiftKey) view.panBy(-arrow[0] * PAN_STEP, -arrow[1] * PAN_STEP);
    else view.step(arrow[0], arrow[1]);
    return true;
  }
  if (event.key === "+" || event.key === "=") view.zoomBy(ZOOM_STEP);
  else if (event.key === "-") view.zoomBy(1 / ZOOM_STEP);
  else if (event.key === "0") view.fit();
  else if (event.key === "Escape") view.escape();
  else return false;
  return true;
}
