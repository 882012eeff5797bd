// The fabric canvas: holds scene, sight and selection, and has the layers drawn when one of them changed.
import { type Box, between, bounds, fitBox, MOST_ZOOM, toWorld, zoomAbout } from "./camera";
import { Emitter } from "./events";
import { DeviceGrid, devicesWithin, nearestCable, nearestTrunk } from "./hit";
import { type Hands, listen } from "./input";
import { Layers } from "./layers";
import { drawCableMarks } from "./paint/cables";
import { drawDevices } from "./paint/devices";
import { drawLabels } from "./paint/labels";
import { drawOverlay, type Hover, type Pointer } from "./paint/overlay";
import { forgetWidths, type Picture } from "./paint/picture";
import { drawBrackets, drawRows } from "./paint/rows";
import { EMPTY_SCENE, flagsOf, type Prepared, prepare, rasterThemeOf } from "./prepare";
import { levelAt } from "./raster/bundles";
import type { Drawn, Sight } from "./raster/messages";
import { openRaster, type Raster } from "./raster/raster";
import { readTheme, type Theme } from "./theme";
import type {
  CableMark,
  Camera,
  DeviceMark,
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

const INSETS: Insets = { left: 116, top: 28, right: 24, bottom: 44 };
const REACH = 6; // px: how near the pointer must come to a cable
const SETTLES_AFTER = 120; // ms without motion
const FINE_IN_MOTION = 9; // ms: a raster this fast stays smooth while the view moves
const MOST_FINE_CABLES = 8000;
const SHIFTED_FROM = 24; // ms: while a slower raster works, the last picture is moved along
const FIT_MOST_ZOOM = 1.5;
const ANOTHER_FABRIC = 0.3; // of the devices came or went: it is shown whole again
const FLY_MOST_ZOOM = 1.2;

export interface ViewOptions {
  insets?: Partial<Insets>;
}

export class FabricView {
  private readonly events = new Emitter<ViewEvents>();
  private readonly layers: Layers;
  private readonly raster: Raster;
  private readonly ends = new AbortController();
  private readonly observers: { disconnect(): void }[] = [];
  private theme: Theme;
  private prepared: Prepared = prepare(EMPTY_SCENE);
  private grid = new DeviceGrid(EMPTY_SCENE.boxes);
  private camera: Camera = { x: 0, y: 0, zoom: 1 };
  private shown: Sight | null = null;
  private insets: Insets;
  private mode: Mode = "edit";
  private tool: Tool = "select";
  private locked = false;
  private selected = { devices: new Set<number>(), cables: new Set<number>() };
  private marks: Marks = {};
  private utilisation: Uint8Array | null = null;
  private loads: Uint8Array = new Uint8Array(0);
  private changes: Uint8Array = new Uint8Array(0);
  private pointer: Pointer = { hover: null, x: 0, y: 0, from: -1, box: null };
  private dragged: { boxes: Float32Array; ends: Float32Array; pairEnds: Float32Array } | null = null;
  /** Everything is in sight and shall stay so when the room changes, until a hand moves the view. */
  private isFitted = true;
  private stale = { cables: true, devices: true, overlay: true };
  private inFlight = false;
  private frame = 0;
  private flight = 0;
  private moving = 0;
  private settleTimer: ReturnType<typeof setTimeout> | undefined;
  private fineMs = 0;
  private drawn = { frames: 0, rasterMs: 0, mainMs: 0, cables: 0 };

  constructor(
    private readonly host: HTMLElement,
    options: ViewOptions = {},
  ) {
    this.insets = { ...INSETS, ...given(options.insets) };
    this.layers = new Layers(host);
    this.raster = openRaster(this.layers.cables, (drawn) => this.present(drawn));
    this.theme = readTheme(host);
    this.raster.say({ say: "theme", theme: rasterThemeOf(this.theme) });
    listen(host, this.hands(), this.ends.signal);
    this.watch();
    this.refresh("cables");
  }

  on<Name extends keyof ViewEvents>(name: Name, listener: (event: ViewEvents[Name]) => void): () => void {
    return this.events.on(name, listener);
  }

  /** Draw this scene from now on. Sight, selection and values stay where ids and cables are the same. */
  setScene(scene: Scene): void {
    const kept = this.selection();
    const before = this.prepared.scene.deviceIds.length;
    this.prepared = prepare(scene);
    this.dragged = null;
    this.grid = new DeviceGrid(scene.boxes);
    this.pointer.hover = null;
    const count = scene.cableIds.length;
    if (this.loads.length !== count) {
      this.utilisation = null;
      this.loads = new Uint8Array(count).fill(UNKNOWN);
    }
    if (this.changes.length !== count) this.changes = new Uint8Array(count).fill(UNKNOWN);
    const { ends, from, to, boxes } = scene;
    const { frames, pairs, pods } = this.prepared;
    this.raster.say({ say: "scene", scene: { ends, from, to, boxes, frames, pairs, pods } });
    this.sayValues();
    this.choose(kept);
    const grew = Math.abs(scene.deviceIds.length - before) > ANOTHER_FABRIC * Math.max(before, 4);
    if (this.isFitted && grew) this.camera = this.fitted();
    this.refresh("cables", "devices", "overlay");
  }

  /** Read the design tokens again, or take a theme as given. */
  setTheme(theme: Theme = readTheme(this.host)): void {
    this.theme = theme;
    this.raster.say({ say: "theme", theme: rasterThemeOf(theme) });
    this.refresh("cables", "devices", "overlay");
  }

  /** Show two bytes a cable, a to b and b to a (0 to 254, 255 unknown). The bytes are not kept. */
  setUtilisation(bytes: Uint8Array): void {
    if (bytes.length !== 2 * this.prepared.scene.cableIds.length) {
      throw new RangeError(
        `${this.prepared.scene.cableIds.length} cables need twice as many bytes, got ${bytes.length}`,
      );
    }
    this.utilisation = bytes.slice();
    this.loads = largerDirection(bytes);
    if (this.mode === "load") this.sayValues();
  }

  /** Show a signed difference for each cable, -1 to 1; NaN is unknown. */
  setDelta(changes: ArrayLike<number>): void {
    this.changes = changeBytes(changes);
    if (this.mode === "delta") this.sayValues();
  }

  setMode(mode: Mode): void {
    if (mode === this.mode) return;
    this.mode = mode;
    this.sayValues();
    this.refresh("cables", "devices");
  }

  setTool(tool: Tool): void {
    this.tool = tool;
    this.pointer.from = -1;
    this.refresh("overlay");
  }

  /** When locked nothing can be dragged or connected. */
  setLocked(locked: boolean): void {
    this.locked = locked;
  }

  setInsets(insets: Partial<Insets>): void {
    this.insets = { ...INSETS, ...given(insets) };
    if (this.isFitted) this.move(this.fitted());
    this.refresh("overlay");
  }

  setMarks(marks: Marks): void {
    this.marks = marks;
    this.sayFlags();
    this.refresh("cables", "devices");
  }

  /** Select by id; what does not exist is left out. Nobody is told: who calls knows. */
  select(selected: Selected): void {
    this.choose(selected);
    this.refresh("cables", "devices", "overlay");
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
    this.flyToCamera(this.fitted());
    this.isFitted = true;
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
    const box = bounds(scene.boxes, rows);
    if (box) this.flyToCamera(this.cameraFor(grown(box, 60), FLY_MOST_ZOOM));
  }

  panBy(dx: number, dy: number): void {
    this.lookFrom({ ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy });
  }

  /** Zoom about the middle. */
  zoomBy(factor: number): void {
    const { width, height } = this.layers;
    this.lookFrom(zoomAbout(this.camera, factor, width / 2, height / 2, this.leastZoom()));
  }

  /** Move the selection one step: up and down along a cable, left and right along the row. */
  step(dx: number, dy: number): void {
    const { scene } = this.prepared;
    const from = [...this.selected.devices].at(-1);
    const next = from === undefined ? this.nearestToMiddle() : stepFrom(scene, from, dx, dy);
    if (next < 0) return;
    this.tellSelected([next], []);
    this.keepInSight(next);
  }

  /** Let go of a connection being drawn, else of the selection. */
  escape(): void {
    if (this.pointer.from >= 0) this.pointer.from = -1;
    else this.tellSelected([], []);
    this.refresh("overlay");
  }

  /** Count the cables per 5 % of utilisation. */
  histogram(): Histogram {
    return histogram(this.loads);
  }

  cameraNow(): Camera {
    return { ...this.camera };
  }

  /** Look from a camera at once. */
  lookFrom(camera: Camera): void {
    cancelAnimationFrame(this.flight);
    this.isFitted = false;
    this.move(camera);
  }

  /** Return the place in the world under a point of the window. */
  worldAt(clientX: number, clientY: number): { x: number; y: number } {
    const box = this.host.getBoundingClientRect();
    const [x, y] = toWorld(this.camera, clientX - box.left, clientY - box.top);
    return { x, y };
  }

  stats(): ViewStats {
    const { frames, rasterMs, mainMs, cables } = this.drawn;
    const level = this.shown?.level ?? "cables";
    return { frames, level, rasterMs, mainMs, cablesDrawn: cables, worker: this.raster.worker };
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    cancelAnimationFrame(this.flight);
    clearTimeout(this.settleTimer);
    this.ends.abort();
    for (const observer of this.observers) observer.disconnect();
    this.raster.close();
    this.layers.remove();
  }

  private refresh(...layers: (keyof typeof this.stale)[]): void {
    for (const layer of layers) this.stale[layer] = true;
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  /** Ask the raster for a new picture; until it comes the old one is moved to where the eye is. */
  private draw(): void {
    const { stale } = this;
    if (stale.cables && !this.inFlight) {
      stale.cables = false;
      this.inFlight = true;
      this.raster.say({ say: "draw", sight: this.sight() });
    }
    if (this.shown && this.drawn.rasterMs > SHIFTED_FROM) this.layers.shift(this.shown, this.camera);
    this.drawUpper();
  }

  private sight(): Sight {
    const { width, height, density } = this.layers;
    const level = levelAt(this.camera.zoom, this.prepared.thresholds);
    const isMoving = performance.now() - this.moving < SETTLES_AFTER;
    const few = this.drawn.cables <= MOST_FINE_CABLES;
    const fine = few && (!isMoving || this.fineMs < FINE_IN_MOTION);
    return { ...this.camera, width, height, density, level, mode: this.mode, fine };
  }

  private present(drawn: Drawn): void {
    const begun = performance.now();
    const { sight } = drawn;
    this.inFlight = false;
    this.layers.show(drawn);
    const was = this.shown;
    const moved = !was || was.x !== sight.x || was.y !== sight.y || was.zoom !== sight.zoom;
    if (moved || was.width !== sight.width || was.height !== sight.height) {
      this.stale.devices = true;
      this.stale.overlay = true;
    }
    this.shown = sight;
    this.layers.shift(sight, drawn.ms > SHIFTED_FROM ? this.camera : sight);
    if (sight.fine) this.fineMs = drawn.ms;
    this.drawUpper();
    if (!sight.fine && this.drawn.cables <= MOST_FINE_CABLES) this.settleLater();
    const frames = this.drawn.frames + 1;
    const mainMs = performance.now() - begun;
    this.drawn = { frames, rasterMs: drawn.ms, mainMs, cables: drawn.cables };
    if (this.stale.cables) this.refresh();
  }

  private settleLater(): void {
    clearTimeout(this.settleTimer);
    this.settleTimer = setTimeout(() => this.refresh("cables"), SETTLES_AFTER + 10);
  }

  /** Draw devices with the cables they belong to, when these have come; what lies on the glass at once. */
  private drawUpper(): void {
    const { shown, stale } = this;
    if (!shown) return;
    if (stale.devices && !this.inFlight) {
      const picture = this.picture(shown);
      this.layers.drawDevices((pen) => {
        const seen = drawDevices(pen, picture);
        drawCableMarks(pen, picture);
        drawBrackets(pen, picture);
        drawLabels(pen, picture, seen);
      });
      stale.devices = false;
    }
    if (!stale.overlay) return;
    const picture = {
      ...this.picture(shown),
      camera: this.drawn.rasterMs > SHIFTED_FROM ? this.camera : shown,
    };
    this.layers.drawOverlay((pen) => {
      drawRows(pen, picture);
      drawOverlay(pen, picture, this.pointer);
    });
    stale.overlay = false;
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
      insets: this.insets,
      selectedDevices: this.selected.devices,
      selectedCables: this.selected.cables,
      deviceMarks: byRow<DeviceMark>(devices, deviceRows),
      cableMarks: byRow<CableMark>(cables, cableRows),
      cableLabels: byRow(labels, cableRows),
      deviceNotes: byRow(notes, deviceRows),
      utilisation: this.utilisation,
      values: this.mode === "delta" ? this.changes : this.loads,
    };
  }

  private sayValues(): void {
    const values = (this.mode === "delta" ? this.changes : this.loads).slice();
    this.raster.say({ say: "values", values }, [values.buffer]);
    this.refresh("cables");
    if (this.pointer.hover) this.refresh("overlay");
  }

  private sayFlags(): void {
    const { flags, devices } = flagsOf(this.prepared, this.selected, this.marks);
    this.raster.say({ say: "flags", flags, devices }, [flags.buffer, devices.buffer]);
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
    this.refresh("cables", "devices", "overlay");
    this.events.emit("select", this.selection());
  }

  private leastZoom(): number {
    return Math.min(0.5, this.fitted().zoom * 0.5);
  }

  private fitted(): Camera {
    const box = bounds(this.prepared.scene.boxes);
    const { width, height } = this.layers;
    return box ? this.cameraFor(box, FIT_MOST_ZOOM) : { x: width / 2, y: height / 2, zoom: 1 };
  }

  private cameraFor(box: Box, most: number): Camera {
    return fitBox(box, this.layers.width, this.layers.height, this.insets, Math.min(MOST_ZOOM, most));
  }

  private flyToCamera(to: Camera): void {
    cancelAnimationFrame(this.flight);
    this.isFitted = false;
    const from = this.camera;
    const begun = performance.now();
    const { cameraMs } = this.theme;
    const fly = () => {
      const share = cameraMs > 0 ? (performance.now() - begun) / cameraMs : 1;
      this.move(between(from, to, share, this.layers.width, this.layers.height));
      if (share < 1) this.flight = requestAnimationFrame(fly);
    };
    fly();
  }

  private move(camera: Camera): void {
    this.camera = camera;
    this.moving = performance.now();
    this.refresh("cables", "overlay");
    this.events.emit("viewchange", { ...camera });
  }

  private keepInSight(row: number): void {
    const { boxes } = this.prepared.scene;
    const x = (boxes[4 * row] + boxes[4 * row + 2] / 2) * this.camera.zoom + this.camera.x;
    const y = (boxes[4 * row + 1] + boxes[4 * row + 3] / 2) * this.camera.zoom + this.camera.y;
    const { width, height } = this.layers;
    const dx = x < 60 ? 60 - x : x > width - 60 ? width - 60 - x : 0;
    const dy = y < 60 ? 60 - y : y > height - 60 ? height - 60 - y : 0;
    if (dx || dy) this.flyToCamera({ ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy });
  }

  private nearestToMiddle(): number {
    const { boxes } = this.prepared.scene;
    const [x, y] = toWorld(this.camera, this.layers.width / 2, this.layers.height / 2);
    let best = -1;
    let least = Infinity;
    for (let at = 0; at < boxes.length; at += 4) {
      const away = Math.hypot(boxes[at] + boxes[at + 2] / 2 - x, boxes[at + 1] + boxes[at + 3] / 2 - y);
      if (away >= least) continue;
      least = away;
      best = at / 4;
    }
    return best;
  }

  private find(x: number, y: number): Hover | null {
    const { scene, pairs, pods } = this.prepared;
    const [worldX, worldY] = toWorld(this.camera, x, y);
    const device = this.grid.at(worldX, worldY, 1 / this.camera.zoom);
    if (device >= 0) return { kind: "device", row: device };
    const reach = REACH / this.camera.zoom;
    const level = levelAt(this.camera.zoom, this.prepared.thresholds);
    if (level === "cables") {
      const row = nearestCable(scene.ends, worldX, worldY, reach);
      return row < 0 ? null : { kind: "cable", row };
    }
    const far = level === "pods";
    const trunks = far ? pods : pairs;
    const trunk = nearestTrunk(trunks, far, worldX, worldY, reach);
    if (trunk < 0) return null;
    const cables = trunks.cables.subarray(trunks.first[trunk], trunks.first[trunk + 1]);
    const names = (group: number) => (far ? scene.clusters[group].name : scene.names[group]);
    const ends = trunks.ends.slice(4 * trunk, 4 * trunk + 4);
    const [upper, lower] = [names(trunks.upper[trunk]), names(trunks.lower[trunk])];
    return { kind: "trunk", upper, lower, cables, ends, curved: far };
  }

  private drag(dx: number, dy: number, done: boolean): void {
    const { scene, pairs } = this.prepared;
    this.dragged ??= {
      boxes: scene.boxes.slice(),
      ends: scene.ends.slice(),
      pairEnds: pairs.ends.slice(),
    };
    const shift = [dx / this.camera.zoom, dy / this.camera.zoom];
    const rows = this.selected.devices;
    scene.boxes.set(this.dragged.boxes);
    scene.ends.set(this.dragged.ends);
    pairs.ends.set(this.dragged.pairEnds);
    const push = (array: Float32Array, at: number) => {
      array[at] += shift[0];
      array[at + 1] += shift[1];
    };
    for (const row of rows) push(scene.boxes, 4 * row);
    for (let cable = 0; cable < scene.from.length; cable++) {
      if (rows.has(scene.from[cable])) push(scene.ends, 4 * cable);
      if (rows.has(scene.to[cable])) push(scene.ends, 4 * cable + 2);
    }
    for (let pair = 0; pair < pairs.upper.length; pair++) {
      if (rows.has(pairs.upper[pair])) push(pairs.ends, 4 * pair);
      if (rows.has(pairs.lower[pair])) push(pairs.ends, 4 * pair + 2);
    }
    this.raster.say({ say: "moved", ends: scene.ends, boxes: scene.boxes, pairEnds: pairs.ends });
    this.moving = performance.now();
    this.refresh("cables", "devices");
    this.events.emit("drag", { ids: this.selection().devices, dx: shift[0], dy: shift[1], done });
    if (done) this.grid = new DeviceGrid(scene.boxes);
    if (done) this.dragged = null;
  }

  private hands(): Hands {
    const ids = () => this.prepared.scene.deviceIds;
    return {
      tool: () => this.tool,
      locked: () => this.locked,
      find: (x, y) => this.find(x, y),
      isSelected: (row) => this.selected.devices.has(row),
      hover: (found, x, y) => this.hovered(found, x, y),
      click: (found, add) => this.clicked(found, add),
      panBy: (dx, dy) => this.panBy(dx, dy),
      zoomAt: (factor, x, y) => this.lookFrom(zoomAbout(this.camera, factor, x, y, this.leastZoom())),
      dragBy: (dx, dy) => this.drag(dx, dy, false),
      drop: (dx, dy) => this.drag(dx, dy, true),
      rubber: (from) => {
        this.pointer.from = from;
        this.refresh("overlay");
      },
      connect: (from, to) => {
        if (!this.locked) this.events.emit("connect", { from: ids()[from], to: ids()[to] });
      },
      box: (from) => {
        this.pointer.box = from;
        this.refresh("overlay");
      },
      boxed: (x1, y1, x2, y2, add) => this.boxed(x1, y1, x2, y2, add),
      add: (type, x, y) => {
        const [worldX, worldY] = toWorld(this.camera, x, y);
        this.events.emit("add", { type, x: worldX, y: worldY });
      },
      open: (found) => {
        if (found?.kind === "device") this.events.emit("open", { id: ids()[found.row] });
        if (found?.kind === "cable")
          this.events.emit("open", { id: this.prepared.scene.cableIds[found.row] });
      },
      menu: (found, clientX, clientY) => {
        const id = found?.kind === "device" ? ids()[found.row] : null;
        const cable = found?.kind === "cable" ? this.prepared.scene.cableIds[found.row] : null;
        this.events.emit("menu", { id: id ?? cable, clientX, clientY });
      },
    };
  }

  private hovered(found: Hover | null, x: number, y: number): void {
    const { scene } = this.prepared;
    const was = this.pointer.hover;
    this.pointer = { ...this.pointer, hover: found, x, y };
    if (found || was || this.pointer.from >= 0 || this.pointer.box) this.refresh("overlay");
    if (was?.kind === found?.kind && rowOf(was) === rowOf(found)) return;
    if (!found) this.events.emit("hover", null);
    else if (found.kind === "trunk") {
      this.events.emit("hover", {
        kind: "trunk",
        cables: [...found.cables].map((row) => scene.cableIds[row]),
      });
    } else {
      const id = found.kind === "device" ? scene.deviceIds[found.row] : scene.cableIds[found.row];
      this.events.emit("hover", { kind: found.kind, id });
    }
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
    this.tellSelected(devices, cables);
  }

  private boxed(x1: number, y1: number, x2: number, y2: number, add: boolean): void {
    const [left, top] = toWorld(this.camera, Math.min(x1, x2), Math.min(y1, y2));
    const [right, bottom] = toWorld(this.camera, Math.max(x1, x2), Math.max(y1, y2));
    const inside = devicesWithin(this.prepared.scene.boxes, left, top, right - left, bottom - top);
    this.tellSelected([...(add ? this.selected.devices : []), ...inside], add ? this.selected.cables : []);
  }

  /** Follow size, theme and fonts of the page. */
  private watch(): void {
    const resized = new ResizeObserver(() => {
      const { width, height } = this.layers;
      if (!this.layers.measure()) return;
      const { x, y, zoom } = this.camera;
      const dx = (this.layers.width - width) / 2;
      const dy = (this.layers.height - height) / 2;
      this.move(this.isFitted ? this.fitted() : { x: x + dx, y: y + dy, zoom });
      this.refresh("cables", "devices", "overlay");
    });
    resized.observe(this.host);
    const themed = new MutationObserver(() => this.setTheme());
    const attributeFilter = ["data-theme", "class", "data-mantine-color-scheme"];
    themed.observe(document.documentElement, { attributes: true, attributeFilter });
    this.observers.push(resized, themed);
    const fonts = document.fonts;
    fonts?.addEventListener?.(
      "loadingdone",
      () => {
        forgetWidths();
        this.refresh("cables", "devices", "overlay");
      },
      { signal: this.ends.signal },
    );
  }
}

function rowOf(hover: Hover | null): number {
  if (!hover) return -1;
  return hover.kind === "trunk" ? hover.cables[0] : hover.row;
}

function byRow<T>(marks: Record<string, T> | undefined, rows: Map<string, number>): Map<number, T> {
  const found = new Map<number, T>();
  for (const [id, mark] of Object.entries(marks ?? {})) {
    const row = rows.get(id);
    if (row !== undefined) found.set(row, mark);
  }
  return found;
}

function given(insets: Partial<Insets> | undefined): Partial<Insets> {
  return Object.fromEntries(Object.entries(insets ?? {}).filter(([, value]) => value !== undefined));
}

function grown(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, w: box.w + 2 * by, h: box.h + 2 * by };
}
