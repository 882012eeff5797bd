// Draws cables, trunks and cells at one sight. Runs in the Worker; without OffscreenCanvas on the main thread.
import type { Scale } from "../theme";
import { HOT, UNKNOWN } from "../types";
import { fillBox, hardLine, type Surface, softLine } from "./lines";
import { Flag, type RasterScene, type RasterTheme, type Sight, type ToPainter } from "./messages";
import { drawCells, drawFrames, drawTrunks } from "./pods";

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const TICKED_FROM = 80; // px: shorter hot cables carry no ticks and are narrower
const SHORT_HOT = 1.5;
const LAYERS = 262; // 256 ranks of value, then touched, selected, cut, error, down, fault

export class Painter {
  private surface: Surface = { pixels: new Uint32Array(0), width: 0, height: 0 };
  private image: ImageData | null = null;
  private theme: RasterTheme | null = null;
  private scene: RasterScene | null = null;
  private values: Uint8Array = new Uint8Array(0);
  private flags: Uint8Array = new Uint8Array(0);
  private deviceFlags: Uint8Array = new Uint8Array(0);
  private order = new Uint32Array(0);
  private readonly counts = new Uint32Array(LAYERS + 1);

  constructor(private readonly context: Context) {}

  /** Take in what changed; true when it was a wish to draw. */
  hear(message: ToPainter): message is Extract<ToPainter, { say: "draw" }> {
    if (message.say === "theme") this.theme = message.theme;
    else if (message.say === "scene") this.takeScene(message.scene);
    else if (message.say === "moved" && this.scene) {
      this.scene.ends = message.ends;
      this.scene.boxes = message.boxes;
      this.scene.pairs.ends = message.pairEnds;
    } else if (message.say === "values") this.values = message.values;
    else if (message.say === "flags") {
      this.flags = message.flags;
      this.deviceFlags = message.devices;
    }
    return message.say === "draw";
  }

  private takeScene(scene: RasterScene): void {
    const count = scene.from.length;
    this.scene = scene;
    this.order = new Uint32Array(count);
    if (this.values.length !== count) this.values = new Uint8Array(count).fill(UNKNOWN);
    if (this.flags.length !== count) this.flags = new Uint8Array(count);
    this.deviceFlags = new Uint8Array(scene.boxes.length / 4);
  }

  /** Draw the whole picture and return how many cables are in it. */
  draw(sight: Sight): number {
    const { theme, scene, context } = this;
    if (!theme) return 0;
    this.prepare(sight);
    this.surface.pixels.fill(theme.colours.canvas);
    drawGrid(this.surface, sight, theme.colours.line);
    const scale = theme.scales[sight.mode];
    let drawn = 0;
    if (scene && sight.level === "cables") drawn = this.drawCables(scene, sight, theme, scale);
    else if (scene) {
      const parts = { scene, theme, scale, values: this.values, flags: this.flags, sight };
      const far = sight.level === "pods";
      if (far) drawFrames(this.surface, parts);
      drawn = drawTrunks(this.surface, far ? scene.pods : scene.pairs, parts, far);
      if (far) drawCells(this.surface, parts, this.deviceFlags);
    }
    if (this.image) context.putImageData(this.image, 0, 0);
    return drawn;
  }

  private prepare(sight: Sight): void {
    const width = Math.max(1, Math.round(sight.width * sight.density));
    const height = Math.max(1, Math.round(sight.height * sight.density));
    if (this.surface.width === width && this.surface.height === height) return;
    this.image = new ImageData(width, height);
    this.surface = { pixels: new Uint32Array(this.image.data.buffer), width, height };
    this.context.canvas.width = width;
    this.context.canvas.height = height;
  }

  /** Sort the cables by how far up they lie, by counting. */
  private sort(scale: Scale, mode: Sight["mode"]): void {
    const { counts, flags, values, order } = this;
    const layer = (cable: number): number => {
      const flag = flags[cable];
      if (flag & Flag.fault) return 261;
      if (flag & Flag.down) return 260;
      if (flag & Flag.error) return 259;
      if (flag & Flag.cut) return 258;
      if (flag & Flag.selected) return 257;
      if (flag & Flag.touched && mode === "edit") return 256;
      return mode === "edit" ? 0 : scale.rank[values[cable]];
    };
    counts.fill(0);
    for (let cable = 0; cable < order.length; cable++) counts[layer(cable) + 1]++;
    for (let rank = 0; rank < LAYERS; rank++) counts[rank + 1] += counts[rank];
    for (let cable = 0; cable < order.length; cable++) order[counts[layer(cable)]++] = cable;
  }

  private drawCables(scene: RasterScene, sight: Sight, theme: RasterTheme, scale: Scale): number {
    this.sort(scale, sight.mode);
    const { surface, order, flags, values } = this;
    const { colours } = theme;
    const zoom = sight.zoom * sight.density;
    const offsetX = sight.x * sight.density;
    const offsetY = sight.y * sight.density;
    const widen = widening(sight.zoom) * sight.density;
    const thin = 0.75 * sight.density;
    const editing = sight.mode === "edit";
    const line = sight.fine ? softLine : hardLine;
    let drawn = 0;
    for (let place = 0; place < order.length; place++) {
      const cable = order[place];
      const at = 4 * cable;
      const x1 = scene.ends[at] * zoom + offsetX;
      const y1 = scene.ends[at + 1] * zoom + offsetY;
      const x2 = scene.ends[at + 2] * zoom + offsetX;
      const y2 = scene.ends[at + 3] * zoom + offsetY;
      if ((x1 < 0 && x2 < 0) || (y1 < 0 && y2 < 0)) continue;
      if ((x1 > surface.width && x2 > surface.width) || (y1 > surface.height && y2 > surface.height))
        continue;
      drawn++;
      const flag = flags[cable];
      const value = values[cable];
      let colour = scale.colour[value];
      let width = Math.max(thin, scale.width[value] * widen);
      let on = 1;
      let period = 0;
      if (flag & Flag.fault) {
        softLine(surface, x1, y1, x2, y2, colours.canvas, 6 * sight.density);
        colour = colours.fault;
        width = 1.8 * sight.density;
      } else if (flag & Flag.down) {
        softLine(surface, x1, y1, x2, y2, colours.canvas, 3 * sight.density);
        colour = colours.fault;
        width = sight.density;
        [on, period] = [1.5 * sight.density, 5 * sight.density];
      } else if (flag & Flag.error) {
        softLine(surface, x1, y1, x2, y2, colours.canvas, 4 * sight.density);
        colour = colours.error;
        width = 1.8 * sight.density;
        [on, period] = [6 * sight.density, 10 * sight.density];
      } else if (flag & Flag.cut) {
        softLine(surface, x1, y1, x2, y2, colours.canvas, 6 * sight.density);
        [colour, width] = [colours.text1, 2.4 * sight.density];
      } else if (flag & Flag.selected) {
        if (!editing) softLine(surface, x1, y1, x2, y2, colours.accentLine, width + 4 * sight.density);
        if (!editing) softLine(surface, x1, y1, x2, y2, colours.canvas, width + 2 * sight.density);
        if (editing) [colour, width] = [colours.accentLine, 1.8 * sight.density];
      } else if (flag & Flag.touched && editing) {
        [colour, width] = [colours.accentLine, Math.max(width, 1.1 * sight.density)];
      }
      const hot = !editing && sight.mode === "load" && value >= HOT && value !== UNKNOWN;
      const short = hot && Math.hypot(x2 - x1, y2 - y1) < TICKED_FROM * sight.density;
      if (short) width = Math.min(width, SHORT_HOT * sight.density);
      const unknown = editing ? flag & Flag.unknown : value === UNKNOWN;
      if (unknown && period === 0) [on, period] = [6 * sight.density, 11 * sight.density];
      if (period > 0) softLine(surface, x1, y1, x2, y2, colour, width, on, period);
      else line(surface, x1, y1, x2, y2, colour, width);
      if (hot && !short && !(flag & (Flag.fault | Flag.down))) {
        softLine(
          surface,
          x1,
          y1,
          x2,
          y2,
          colours.canvas,
          sight.density,
          2 * sight.density,
          9 * sight.density,
        );
      }
      if (sight.zoom > 0.5) drawPortTicks(surface, x1, y1, x2, y2, colours.deviceEdge, sight.density);
    }
    return drawn;
  }
}

/** How much wider than its token a cable is drawn: with the root of the zoom, within reason. */
export function widening(zoom: number): number {
  return Math.min(1.5, Math.max(0.8, Math.sqrt(zoom * 1.5)));
}

/** A short stroke where the cable meets the device, at both ends. */
function drawPortTicks(
  surface: Surface,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  colour: number,
  density: number,
): void {
  const length = 3 * density;
  const down = y2 >= y1;
  fillBox(surface, x1 - density / 2, down ? y1 : y1 - length, density, length, colour);
  fillBox(surface, x2 - density / 2, down ? y2 - length : y2, density, length, colour);
}

/** Dots 40 px apart, or twice or half as far by zoom; they belong to the world and move with it. */
function drawGrid(surface: Surface, sight: Sight, colour: number): void {
  const base = 40 * 2 ** Math.round(Math.log2(1 / sight.zoom));
  const step = base * sight.zoom * sight.density;
  const size = Math.max(1, Math.round(sight.density));
  const offsetX = (((sight.x * sight.density) % step) + step) % step;
  const offsetY = (((sight.y * sight.density) % step) + step) % step;
  for (let y = offsetY; y < surface.height; y += step) {
    for (let x = offsetX; x < surface.width; x += step) fillBox(surface, x, y, size, size, colour);
  }
}
