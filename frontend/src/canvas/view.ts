// The fabric canvas: holds the scene, its values and the selection, and has drawn anew what changed.
import { toWorld } from "./camera";
import { Drag } from "./drag";
import { Drawing } from "./drawing";
import { Emitter } from "./events";
import { Eye } from "./eye";
import { find, isSame } from "./find";
import { DeviceGrid, devicesWithin } from "./hit";
import { type Hands, listen } from "./input";
import { Layers } from "./layers";
import type { Hover, Pointer } from "./paint/overlay";
import { forgetWidths, type Picture } from "./paint/picture";
import { treeOf } from "./paint/trees";
import { byRow, EMPTY_SCENE, flagsOf, type Prepared, prepare, rasterThemeOf } from "./prepare";
import { levelAt } from "./raster/bundles";
import type { Sight } from "./raster/messages";
import { readTheme, type Theme } from "./theme";
import type {
  Camera,
  Histogram,
  Insets,
  Marks,
  Mode,
  Scene,
  Selected,
  Tool,
  ViewEvents,
  ViewStats,
} from "./types";
import { UNKNOWN } from "./types";
import { changeBytes, histogram, largerDirection } from "./values";
import { stepFrom } from "./walk";

export interface ViewOptions {
  insets?: Partial<Insets>;
}

export class FabricView {
  private readonly events = new Emitter<ViewEvents>();
  private readonly ends = new AbortController();
  private readonly observers: { disconnect(): void }[] = [];
  private readonly layers: Layers;
  private readonly eye: Eye;
  private readonly drawing: Drawing;
  private theme: Theme;
  private prepared: Prepared = prepare(EMPTY_SCENE);
  /** Made when something is first looked for; null when devices have moved since. */
  private grid: DeviceGrid | null = null;
  private mode: Mode = "edit";
  private tool: Tool = "select";
  private locked = false;
  private selected = { devices: new Set<number>(), cables: new Set<number>() };
  private marks: Marks = {};
  private utilisation: Uint8Array | null = null;
  private loads: Uint8Array = new Uint8Array(0);
  private changes: Uint8Array = new Uint8Array(0);
  private fullChange = 1;
  private pointer: Pointer = { hover: null, x: 0, y: 0, from: -1, box: null };
  private drag: Drag | null = null;

  constructor(
    private readonly host: HTMLElement,
    options: ViewOptions = {},
  ) {
    this.layers = new Layers(host);
    this.theme = readTheme(host);
    this.eye = new Eye(this.layers, (camera) => this.moved(camera));
    this.drawing = new Drawing(this.layers, {
      eye: this.eye,
      mode: () => this.mode,
      levelAt: (zoom) => levelAt(zoom, this.prepared.thresholds),
      picture: (sight) => this.picture(sight),
      pointer: () => this.pointer,
    });
    this.eye.setInsets(options.insets);
    this.setTheme(this.theme);
    listen(host, this.hands(), this.ends.signal);
    this.watch();
  }

  on<Name extends keyof ViewEvents>(name: Name, listener: (event: ViewEvents[Name]) => void): () => void {
    return this.events.on(name, listener);
  }

  /** Draw this scene from now on. Sight, selection and values stay where ids and cables are the same. */
  setScene(scene: Scene): void {
    const kept = this.selection();
    this.prepared = prepare(scene, this.prepared);
    this.drag = null;
    this.grid = null;
    this.pointer.hover = null;
    const count = scene.cableIds.length;
    if (this.loads.length !== count) {
      this.utilisation = null;
      this.loads = new Uint8Array(count).fill(UNKNOWN);
    }
    if (this.changes.length !== count) this.changes = new Uint8Array(count).fill(UNKNOWN);
    const { ends, from, to, boxes } = scene;
    const { frames, pairs, pods } = this.prepared;
    const areCells = scene.bodies !== null;
    this.drawing.say({ say: "scene", scene: { ends, from, to, boxes, frames, pairs, pods, areCells } });
    this.sayValues();
    this.choose(kept);
    this.eye.setBoxes(boxes, scene.bodies ? frames : null);
    this.drawing.refreshAll();
  }

  /** Read the design tokens again, or take a theme as given. */
  setTheme(theme: Theme = readTheme(this.host)): void {
    this.theme = theme;
    this.eye.flightMs = theme.cameraMs;
    this.drawing.say({ say: "theme", theme: rasterThemeOf(theme) });
    this.drawing.refreshAll();
  }

  /** Show two bytes a cable, a to b and b to a (0 to 254, 255 unknown). The bytes are not kept. */
  setUtilisation(bytes: Uint8Array): void {
    const { length } = this.prepared.scene.cableIds;
    if (bytes.length !== 2 * length) {
      throw new RangeError(`${length} cables need twice as many bytes, got ${bytes.length}`);
    }
    this.utilisation = bytes.slice();
    this.loads = largerDirection(bytes);
    if (this.mode === "load") this.sayValues();
  }

  /** Show a signed difference for each cable; the colour is full at `full`, NaN is unknown. */
  setDelta(changes: ArrayLike<number>, full = 1): void {
    const { length } = this.prepared.scene.cableIds;
    if (changes.length !== length) {
      throw new RangeError(`${length} cables need as many differences, got ${changes.length}`);
    }
    this.changes = changeBytes(changes, full);
    this.fullChange = full;
    if (this.mode === "delta") this.sayValues();
  }

  setMode(mode: Mode): void {
    if (mode === this.mode) return;
    this.mode = mode;
    this.sayValues();
    this.drawing.refresh("cables", "devices");
  }

  setTool(tool: Tool): void {
    this.tool = tool;
    this.pointer.from = -1;
    this.drawing.refresh("overlay");
  }

  /** When locked nothing can be dragged or connected. */
  setLocked(locked: boolean): void {
    this.locked = locked;
  }

  setInsets(insets: Partial<Insets>): void {
    this.eye.setInsets(insets);
    this.drawing.refresh("overlay");
  }

  setMarks(marks: Marks): void {
    this.marks = marks;
    this.sayFlags();
    this.drawing.refresh("cables", "devices");
  }

  /** Select by id; what does not exist is left out. Nobody is told: who calls knows. */
  select(selected: Selected): void {
    this.choose(selected);
    this.drawing.refreshAll();
  }

  selection(): Selected {
    const { scene } = this.prepared;
    return {
      devices: [...this.selected.devices].map((row) => scene.deviceIds[row]),
      cables: [...this.selected.cables].map((row) => scene.cableIds[row]),
    };
  }

  /** Show everything. */
  fit(): void {
    this.eye.fit();
  }

  /** Bring devices and cables (with both ends) into sight. */
  flyTo(ids: string[]): void {
    const { scene, deviceRows, cableRows } = this.prepared;
    const rows = new Set<number>();
    for (const id of ids) {
      const device = deviceRows.get(id);
      const cable = cableRows.get(id);
      if (device !== undefined) rows.add(device);
      else if (cable !== undefined) rows.add(scene.from[cable]).add(scene.to[cable]);
    }
    this.eye.flyToRows(rows);
  }

  panBy(dx: number, dy: number): void {
    this.eye.panBy(dx, dy);
  }

  /** Zoom about the middle. */
  zoomBy(factor: number): void {
    this.eye.zoomBy(factor);
  }

  /** Look from a camera at once. */
  lookFrom(camera: Camera): void {
    this.eye.lookFrom(camera);
  }

  cameraNow(): Camera {
    return { ...this.eye.camera };
  }

  /** Move the selection one step: up and down along a cable, left and right along the row. */
  step(dx: number, dy: number): void {
    const from = [...this.selected.devices].at(-1);
    const next =
      from === undefined ? this.eye.nearestToMiddle() : stepFrom(this.prepared.scene, from, dx, dy);
    if (next < 0) return;
    this.tellSelected([next], []);
    this.eye.keepInSight(next);
  }

  /** Let go of a connection being drawn, else of the selection. */
  escape(): void {
    if (this.pointer.from >= 0) this.pointer.from = -1;
    else this.tellSelected([], []);
    this.drawing.refresh("overlay");
  }

  /** Count the cables per 5 % of utilisation. */
  histogram(): Histogram {
    return histogram(this.loads);
  }

  /** Return the place in the world under a point of the window. */
  worldAt(clientX: number, clientY: number): { x: number; y: number } {
    const box = this.host.getBoundingClientRect();
    const [x, y] = toWorld(this.eye.camera, clientX - box.left, clientY - box.top);
    return { x, y };
  }

  stats(): ViewStats {
    return this.drawing.stats();
  }

  destroy(): void {
    this.eye.stop();
    this.ends.abort();
    for (const observer of this.observers) observer.disconnect();
    this.drawing.close();
  }

  private moved(camera: Camera): void {
    this.drawing.refresh("cables", "overlay");
    this.events.emit("viewchange", camera);
  }

  private picture(sight: Sight): Picture {
    const { scene, deviceRows, cableRows } = this.prepared;
    const { devices, cables, labels, notes } = this.marks;
    return {
      scene,
      camera: sight,
      width: this.layers.width,
      height: this.layers.height,
      theme: this.theme,
      level: sight.level,
      mode: this.mode,
      insets: this.eye.insets,
      selectedDevices: this.selected.devices,
      selectedCables: this.selected.cables,
      deviceMarks: byRow(devices, deviceRows),
      cableMarks: byRow(cables, cableRows),
      cableLabels: byRow(labels, cableRows),
      deviceNotes: byRow(notes, deviceRows),
      tree: this.treePicture(),
      utilisation: this.utilisation,
      values: this.mode === "delta" ? this.changes : this.loads,
      fullChange: this.fullChange,
    };
  }

  private treePicture(): Picture["tree"] {
    const { tree } = this.marks;
    return tree ? treeOf(tree, this.prepared, this.theme.jobs[tree.job % this.theme.jobs.length]) : null;
  }

  private sayValues(): void {
    const values = (this.mode === "delta" ? this.changes : this.loads).slice();
    this.drawing.say({ say: "values", values }, [values.buffer]);
    this.drawing.refresh("cables");
    if (this.pointer.hover) this.drawing.refresh("overlay");
  }

  private sayFlags(): void {
    const { flags, devices } = flagsOf(this.prepared, this.selected, this.marks);
    this.drawing.say({ say: "flags", flags, devices }, [flags.buffer, devices.buffer]);
  }

  private choose({ devices, cables }: Selected): void {
    const { deviceRows, cableRows } = this.prepared;
    const rows = (ids: string[], map: Map<string, number>) =>
      new Set(ids.map((id) => map.get(id) ?? -1).filter((row) => row >= 0));
    this.selected = { devices: rows(devices, deviceRows), cables: rows(cables, cableRows) };
    this.sayFlags();
  }

  private tellSelected(devices: Iterable<number>, cables: Iterable<number>): void {
    this.selected = { devices: new Set(devices), cables: new Set(cables) };
    this.sayFlags();
    this.drawing.refreshAll();
    this.events.emit("select", this.selection());
  }

  private dragged(dx: number, dy: number, done: boolean): void {
    const { scene, pairs } = this.prepared;
    const { zoom } = this.eye.camera;
    this.drag ??= new Drag(this.prepared);
    this.drag.moveTo(this.selected.devices, dx / zoom, dy / zoom);
    this.drawing.say({ say: "moved", ends: scene.ends, boxes: scene.boxes, pairEnds: pairs.ends });
    this.eye.movedAt = performance.now();
    this.drawing.refresh("cables", "devices");
    if (done) this.grid = null;
    if (done) this.drag = null;
    this.events.emit("drag", { ids: this.selection().devices, dx: dx / zoom, dy: dy / zoom, done });
  }

  private hands(): Hands {
    const idOf = (row: number) => this.prepared.scene.deviceIds[row];
    const point = (change: Partial<Pointer>) => {
      this.pointer = { ...this.pointer, ...change };
      this.drawing.refresh("overlay");
    };
    return {
      tool: () => this.tool,
      locked: () => this.locked,
      movable: () => this.prepared.scene.bodies === null,
      find: (x, y) => {
        this.grid ??= new DeviceGrid(this.prepared.scene.boxes);
        return find(this.prepared, this.grid, this.eye.camera, x, y);
      },
      isSelected: (row) => this.selected.devices.has(row),
      hover: (found, x, y) => this.hovered(found, x, y),
      click: (found, add) => this.clicked(found, add),
      panBy: (dx, dy) => this.eye.panBy(dx, dy),
      zoomAt: (factor, x, y) => this.eye.zoomBy(factor, x, y),
      dragBy: (dx, dy) => this.dragged(dx, dy, false),
      drop: (dx, dy) => this.dragged(dx, dy, true),
      rubber: (from) => point({ from }),
      connect: (from, to) => {
        if (!this.locked) this.events.emit("connect", { from: idOf(from), to: idOf(to) });
      },
      box: (box) => point({ box }),
      boxed: (x1, y1, x2, y2, add) => this.boxed(x1, y1, x2, y2, add),
      add: (type, x, y) => {
        const [worldX, worldY] = toWorld(this.eye.camera, x, y);
        this.events.emit("add", { type, x: worldX, y: worldY });
      },
      open: (found) => {
        const frame = this.frameToToggle(found);
        if (frame >= 0) this.events.emit("toggle", { name: this.prepared.scene.frames[frame].name });
        const id = this.idOf(found);
        if (id !== null) this.events.emit("open", { id });
      },
      menu: (found, clientX, clientY) => {
        this.events.emit("menu", { id: this.idOf(found), clientX, clientY });
      },
    };
  }

  /** The pod that two clicks here open or close, or -1: a body, or one of the cells in it. */
  private frameToToggle(found: Hover | null): number {
    const { bodies } = this.prepared.scene;
    if (!bodies) return -1;
    const isCell = found?.kind === "device" && bodies.open[found.row] === 0;
    const frame = found?.kind === "body" ? found.row : isCell ? bodies.frameOf[found.row] : -1;
    return frame >= 0 && bodies.pods[frame] ? frame : -1;
  }

  private idOf(found: Hover | null): string | null {
    const { scene } = this.prepared;
    if (!found || found.kind === "trunk" || found.kind === "body") return null;
    return found.kind === "device" ? scene.deviceIds[found.row] : scene.cableIds[found.row];
  }

  private hovered(found: Hover | null, x: number, y: number): void {
    const was = this.pointer.hover;
    this.pointer = { ...this.pointer, hover: found, x, y };
    if (found || was || this.pointer.from >= 0 || this.pointer.box) this.drawing.refresh("overlay");
    if (isSame(was, found)) return;
    const id = this.idOf(found);
    if (found?.kind === "trunk") {
      const { cableIds } = this.prepared.scene;
      this.events.emit("hover", { kind: "trunk", cables: [...found.cables].map((row) => cableIds[row]) });
    } else if (found?.kind === "device" || found?.kind === "cable") {
      this.events.emit("hover", id === null ? null : { kind: found.kind, id });
    } else this.events.emit("hover", null);
  }

  private clicked(found: Hover | null, add: boolean): void {
    const devices = new Set(add ? this.selected.devices : []);
    const cables = new Set(add ? this.selected.cables : []);
    const toggle = (set: Set<number>, row: number) => {
      if (!set.delete(row)) set.add(row);
    };
    if (found?.kind === "device") toggle(devices, found.row);
    if (found?.kind === "cable") toggle(cables, found.row);
    if (found?.kind === "trunk") for (const row of found.cables) cables.add(row);
    if (found?.kind === "body") this.toggleBody(found.row, devices);
    this.tellSelected(devices, cables);
  }

  /** Choose all of a body, or none of it where all was chosen. */
  private toggleBody(frame: number, devices: Set<number>): void {
    const inside = this.prepared.scene.frames[frame].devices;
    const all = inside.every((row) => devices.has(row));
    for (const row of inside) {
      if (all) devices.delete(row);
      else devices.add(row);
    }
  }

  private boxed(x1: number, y1: number, x2: number, y2: number, add: boolean): void {
    const [left, top] = toWorld(this.eye.camera, Math.min(x1, x2), Math.min(y1, y2));
    const [right, bottom] = toWorld(this.eye.camera, Math.max(x1, x2), Math.max(y1, y2));
    const inside = devicesWithin(this.prepared.scene.boxes, left, top, right - left, bottom - top);
    this.tellSelected([...(add ? this.selected.devices : []), ...inside], add ? this.selected.cables : []);
  }

  /** Follow size, theme and fonts of the page. */
  private watch(): void {
    const resized = new ResizeObserver(() => {
      const { width, height } = this.layers;
      if (!this.layers.measure()) return;
      this.eye.roomChanged(width, height);
      this.drawing.refreshAll();
    });
    resized.observe(this.host);
    const themed = new MutationObserver(() => this.setTheme());
    const attributeFilter = ["data-theme", "class", "data-mantine-color-scheme"];
    themed.observe(document.documentElement, { attributes: true, attributeFilter });
    this.observers.push(resized, themed);
    const fontsCame = () => {
      forgetWidths();
      this.drawing.refreshAll();
    };
    document.fonts?.addEventListener?.("loadingdone", fontsCame, { signal: this.ends.signal });
  }
}
