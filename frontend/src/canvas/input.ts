// Pointer, wheel and drop: turns what the hand does into pans, zooms, selections, drags and connections.
import type { Hover } from "./paint/overlay";
import type { Tool } from "./types";

/** What the hand can do to the view. */
export interface Hands {
  tool(): Tool;
  locked(): boolean;
  /** Devices can be put elsewhere: not where they are cells of bodies. */
  movable(): boolean;
  /** What lies at a point of the canvas. */
  find(x: number, y: number): Hover | null;
  isSelected(row: number): boolean;
  hover(found: Hover | null, x: number, y: number): void;
  click(found: Hover | null, add: boolean): void;
  panBy(dx: number, dy: number): void;
  zoomAt(factor: number, x: number, y: number): void;
  dragBy(dx: number, dy: number): void;
  drop(dx: number, dy: number): void;
  rubber(from: number): void;
  connect(from: number, to: number): void;
  box(from: { x: number; y: number } | null): void;
  boxed(x1: number, y1: number, x2: number, y2: number, add: boolean): void;
  add(type: string, x: number, y: number): void;
  open(found: Hover | null): void;
  menu(found: Hover | null, clientX: number, clientY: number): void;
}

/** The type of what the palette drags, holding the id of a device type. */
export const DRAGGED_TYPE = "application/x-twinloom-device-type";
const DRAG_FROM = 4; // px: less is a click with an unsteady hand

type Act = "none" | "pan" | "move" | "connect" | "box" | "click" | "add";

interface Press {
  id: number;
  x: number;
  y: number;
  lastX: number;
  lastY: number;
  act: Act;
  found: Hover | null;
  moved: boolean;
  add: boolean;
  /** It was selected as the press began; the release then has nothing left to do. */
  chosen: boolean;
}

/** Listen to the host until the signal is aborted. */
export function listen(host: HTMLElement, hands: Hands, signal: AbortSignal): void {
  let press: Press | null = null;
  let source = -1; // of a connection made by two clicks

  const place = (event: MouseEvent): [number, number] => {
    const box = host.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  const release = () => {
    press = null;
    hands.box(null);
    if (source < 0) hands.rubber(-1);
    host.style.cursor = cursorOf(hands.tool());
  };

  host.addEventListener(
    "pointerdown",
    (event) => {
      if (press || event.button > 1) return;
      host.focus({ preventScroll: true });
      const [x, y] = place(event);
      const found = hands.find(x, y);
      const add = event.shiftKey || event.ctrlKey || event.metaKey;
      const act = event.button === 1 ? "pan" : begin(hands, found, add);
      const chosen = act === "move" && found?.kind === "device" && !hands.isSelected(found.row);
      press = { id: event.pointerId, x, y, lastX: x, lastY: y, act, found, moved: false, add, chosen };
      host.setPointerCapture(event.pointerId);
      if (chosen) hands.click(found, add);
      if (act === "connect" && found?.kind === "device" && source < 0) hands.rubber(found.row);
      event.preventDefault();
    },
    { signal },
  );

  host.addEventListener(
    "pointermove",
    (event) => {
      const [x, y] = place(event);
      if (!press) {
        hands.hover(hands.find(x, y), x, y);
        host.style.cursor = cursorOf(hands.tool());
        return;
      }
      press.moved ||= Math.hypot(x - press.x, y - press.y) >= DRAG_FROM;
      if (press.moved) follow(hands, press, x, y, host);
      press.lastX = x;
      press.lastY = y;
    },
    { signal },
  );

  host.addEventListener(
    "pointerup",
    (event) => {
      if (!press || event.pointerId !== press.id) return;
      const [x, y] = place(event);
      source = finish(hands, press, x, y, source);
      release();
    },
    { signal },
  );

  host.addEventListener("pointercancel", release, { signal });
  host.addEventListener("pointerleave", () => !press && hands.hover(null, 0, 0), { signal });
  host.addEventListener("dblclick", (event) => hands.open(hands.find(...place(event))), { signal });
  host.addEventListener(
    "contextmenu",
    (event) => {
      event.preventDefault();
      hands.menu(hands.find(...place(event)), event.clientX, event.clientY);
    },
    { signal },
  );
  host.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape") return;
      source = -1;
      release();
    },
    { signal },
  );
  host.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const [x, y] = place(event);
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      if (event.shiftKey) hands.panBy(-(event.deltaX || event.deltaY) * lines, 0);
      else hands.zoomAt(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0015)), x, y);
    },
    { signal, passive: false },
  );
  host.addEventListener(
    "dragover",
    (event) => {
      if (event.dataTransfer?.types.includes(DRAGGED_TYPE)) event.preventDefault();
    },
    { signal },
  );
  host.addEventListener(
    "drop",
    (event) => {
      const type = event.dataTransfer?.getData(DRAGGED_TYPE);
      if (!type) return;
      event.preventDefault();
      hands.add(type, ...place(event));
    },
    { signal },
  );
}

function begin(hands: Hands, found: Hover | null, add: boolean): Act {
  const tool = hands.tool();
  if (tool === "pan") return "pan";
  if (tool.startsWith("add:")) return "add";
  if (tool === "connect") return "connect";
  if (found?.kind === "device" && hands.movable()) return "move";
  if (found) return "click";
  return add ? "box" : "pan";
}

function follow(hands: Hands, press: Press, x: number, y: number, host: HTMLElement): void {
  if (press.act === "pan" || press.act === "click" || press.act === "add") {
    host.style.cursor = "grabbing";
    hands.panBy(x - press.lastX, y - press.lastY);
  } else if (press.act === "move" && !hands.locked()) hands.dragBy(x - press.x, y - press.y);
  else if (press.act === "connect") hands.hover(hands.find(x, y), x, y);
  else if (press.act === "box") {
    hands.hover(null, x, y);
    hands.box({ x: press.x, y: press.y });
  }
}

/** End a press; returns the device that a connection by two clicks now begins at, or -1. */
function finish(hands: Hands, press: Press, x: number, y: number, source: number): number {
  const tool = hands.tool();
  if (press.act === "connect") {
    const first = source >= 0 ? source : press.found?.kind === "device" ? press.found.row : -1;
    const there = hands.find(x, y);
    const last = there?.kind === "device" ? there.row : -1;
    if (first >= 0 && last >= 0 && first !== last) {
      hands.rubber(-1);
      hands.connect(first, last);
      return -1;
    }
    return !press.moved && source < 0 ? first : -1;
  }
  if (press.act === "move" && press.moved) {
    if (!hands.locked()) hands.drop(x - press.x, y - press.y);
  } else if (press.act === "box" && press.moved) hands.boxed(press.x, press.y, x, y, press.add);
  else if (!press.moved && press.act === "add") hands.add(tool.slice("add:".length), x, y);
  else if (!press.moved && !press.chosen && tool !== "pan") hands.click(press.found, press.add);
  return -1;
}

function cursorOf(tool: Tool): string {
  if (tool === "pan") return "grab";
  return tool === "select" ? "default" : "crosshair";
}
