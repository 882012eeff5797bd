// Three canvases on each other: cables from the raster, devices and words, and what follows the pointer.

import type { Pen } from "./paint/picture";
import type { Drawn } from "./raster/messages";
import type { Camera } from "./types";

export class Layers {
  readonly cables: HTMLCanvasElement;
  private readonly devices: HTMLCanvasElement;
  private readonly overlay: HTMLCanvasElement;
  private picture: ImageBitmapRenderingContext | null = null;
  width = 1;
  height = 1;
  density = 1;

  constructor(private readonly host: HTMLElement) {
    host.style.overflow = "hidden";
    this.cables = this.add();
    this.devices = this.add();
    this.overlay = this.add();
    this.measure();
  }

  private add(): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.setAttribute("aria-hidden", "true");
    Object.assign(canvas.style, {
      position: "absolute",
      inset: "0",
      width: "100%",
      height: "100%",
      pointerEvents: "none",
      transformOrigin: "0 0",
    });
    this.host.append(canvas);
    return canvas;
  }

  /** Take the size of the host; true when it changed. */
  measure(): boolean {
    const width = Math.max(1, this.host.clientWidth);
    const height = Math.max(1, this.host.clientHeight);
    const density = Math.min(2, globalThis.devicePixelRatio || 1);
    if (width === this.width && height === this.height && density === this.density) return false;
    Object.assign(this, { width, height, density });
    for (const canvas of [this.devices, this.overlay]) {
      canvas.width = Math.round(width * density);
      canvas.height = Math.round(height * density);
    }
    return true;
  }

  /** Show a picture from the Worker; one drawn in place is there already. */
  show(drawn: Drawn): void {
    if (!drawn.picture) return;
    if (this.cables.width !== drawn.picture.width || this.cables.height !== drawn.picture.height) {
      this.cables.width = drawn.picture.width;
      this.cables.height = drawn.picture.height;
    }
    this.picture ??= this.cables.getContext("bitmaprenderer");
    this.picture?.transferFromImageBitmap(drawn.picture);
  }

  /** Move the drawn layers from where they were looked at to where the eye is now, until they are drawn anew. */
  shift(drawn: Camera, now: Camera): void {
    const scale = now.zoom / drawn.zoom;
    const x = Math.round(now.x - drawn.x * scale);
    const y = Math.round(now.y - drawn.y * scale);
    const stays = Math.abs(scale - 1) < 1e-9 && Math.abs(x) < 1e-3 && Math.abs(y) < 1e-3;
    const transform = stays ? "" : `matrix(${scale}, 0, 0, ${scale}, ${x}, ${y})`;
    for (const layer of [this.cables, this.devices]) {
      if (layer.style.transform !== transform) layer.style.transform = transform;
    }
  }

  drawDevices(draw: (pen: Pen) => void): void {
    this.redraw(this.devices, draw);
  }

  drawOverlay(draw: (pen: Pen) => void): void {
    this.redraw(this.overlay, draw);
  }

  private redraw(canvas: HTMLCanvasElement, draw: (pen: Pen) => void): void {
    const pen = canvas.getContext("2d");
    if (!pen) return;
    pen.setTransform(this.density, 0, 0, this.density, 0, 0);
    pen.clearRect(0, 0, this.width, this.height);
    draw(pen);
  }

  remove(): void {
    for (const canvas of [this.cables, this.devices, this.overlay]) canvas.remove();
  }
}
