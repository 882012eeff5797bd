// When what is drawn: one picture of the cables under way at a time, the devices with it, the glass at once.
import type { Eye } from "./eye";
import type { Layers } from "./layers";
import { drawPods } from "./paint/bodies";
import { drawCableMarks } from "./paint/cables";
import { drawDevices } from "./paint/devices";
import { drawLabels } from "./paint/labels";
import { drawOverlay, type Pointer } from "./paint/overlay";
import type { Picture } from "./paint/picture";
import { drawBrackets, drawRows } from "./paint/rows";
import { drawTreeCables, drawTreeSigns } from "./paint/trees";
import type { Drawn, Sight, ToPainter } from "./raster/messages";
import { openRaster, type Raster } from "./raster/raster";
import type { Level, Mode, ViewStats } from "./types";

const SETTLES_AFTER = 120; // ms without motion
const FINE_IN_MOTION = 9; // ms: a raster this fast stays smooth while the view moves
const MOST_FINE_CABLES = 8000;
const SHIFTED_FROM = 24; // ms: while a slower raster works, the last picture is moved along

/** What is to be drawn, asked for when it is. */
export interface Subject {
  readonly eye: Eye;
  mode(): Mode;
  levelAt(zoom: number): Level;
  picture(sight: Sight): Picture;
  pointer(): Pointer;
}

type Layer = "cables" | "devices" | "overlay";

export class Drawing {
  private readonly raster: Raster;
  private readonly stale: Record<Layer, boolean> = { cables: true, devices: true, overlay: true };
  private shown: Sight | null = null;
  private inFlight = false;
  private frame = 0;
  private settleTimer: ReturnType<typeof setTimeout> | undefined;
  /** How long the raster last took with smooth edges. */
  private fineMs = 0;
  private last = { frames: 0, rasterMs: 0, mainMs: 0, cables: 0 };

  constructor(
    private readonly layers: Layers,
    private readonly subject: Subject,
  ) {
    this.raster = openRaster(layers.cables, (drawn) => this.present(drawn));
  }

  /** Tell the painter what changed. */
  say(message: ToPainter, transfer?: Transferable[]): void {
    this.raster.say(message, transfer);
  }

  /** Have these layers drawn in the next frame. */
  refresh(...layers: Layer[]): void {
    for (const layer of layers) this.stale[layer] = true;
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  refreshAll(): void {
    this.refresh("cables", "devices", "overlay");
  }

  stats(): ViewStats {
    const { frames, rasterMs, mainMs, cables } = this.last;
    const level = this.shown?.level ?? "cables";
    return { frames, level, rasterMs, mainMs, cablesDrawn: cables, worker: this.raster.worker };
  }

  close(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.settleTimer);
    this.raster.close();
    this.layers.remove();
  }

  /** Ask the raster for a new picture; until it comes, a slow one's old picture is moved to where the eye is. */
  private draw(): void {
    if (this.stale.cables && !this.inFlight) {
      this.stale.cables = false;
      this.inFlight = true;
      this.say({ say: "draw", sight: this.sight() });
    }
    if (this.shown && this.isShifted()) this.layers.shift(this.shown, this.subject.eye.camera);
    this.drawUpper();
  }

  private isShifted(): boolean {
    return this.last.rasterMs > SHIFTED_FROM;
  }

  private sight(): Sight {
    const { eye } = this.subject;
    const { width, height, density } = this.layers;
    const level = this.subject.levelAt(eye.camera.zoom);
    const isMoving = performance.now() - eye.movedAt < SETTLES_AFTER;
    const fine = this.isFew() && (!isMoving || this.fineMs < FINE_IN_MOTION);
    return { ...eye.camera, width, height, density, level, mode: this.subject.mode(), fine };
  }

  private isFew(): boolean {
    return this.last.cables <= MOST_FINE_CABLES || this.shown?.level !== "cables";
  }

  private present(drawn: Drawn): void {
    const begun = performance.now();
    const { sight } = drawn;
    const was = this.shown;
    this.inFlight = false;
    this.layers.show(drawn);
    this.shown = sight;
    if (sight.fine) this.fineMs = drawn.ms;
    this.last = { ...this.last, frames: this.last.frames + 1, rasterMs: drawn.ms, cables: drawn.cables };
    this.layers.shift(sight, this.isShifted() ? this.subject.eye.camera : sight);
    if (!was || !isSameSight(was, sight)) {
      this.stale.devices = true;
      this.stale.overlay = true;
    }
    this.drawUpper();
    if (!sight.fine && this.isFew()) this.settleLater();
    this.last.mainMs = performance.now() - begun;
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
      const picture = this.subject.picture(shown);
      this.layers.drawDevices((pen) => {
        drawTreeCables(pen, picture);
        const seen = drawDevices(pen, picture);
        drawTreeSigns(pen, picture);
        drawCableMarks(pen, picture);
        if (picture.scene.bodies) drawPods(pen, picture);
        else drawBrackets(pen, picture);
        drawLabels(pen, picture, seen);
      });
      stale.devices = false;
    }
    if (!stale.overlay) return;
    const camera = this.isShifted() ? this.subject.eye.camera : shown;
    const picture = { ...this.subject.picture(shown), camera };
    this.layers.drawOverlay((pen) => {
      drawRows(pen, picture);
      drawOverlay(pen, picture, this.subject.pointer());
    });
    stale.overlay = false;
  }
}

function isSameSight(one: Sight, two: Sight): boolean {
  const sameSize = one.width === two.width && one.height === two.height && one.density === two.density;
  return sameSize && one.x === two.x && one.y === two.y && one.zoom === two.zoom;
}
