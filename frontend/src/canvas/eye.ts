// Where the view is looked at from: pan, zoom, fit and flights, and what is kept when the room changes.
import { type Box, between, bounds, fitBox, MOST_ZOOM, toWorld, zoomAbout } from "./camera";
import type { Camera, Insets } from "./types";

const INSETS: Insets = { left: 116, top: 28, right: 24, bottom: 44 };
const FIT_MOST_ZOOM = 1.5;
const FLY_MOST_ZOOM = 1.2;
const FLY_ROOM = 60; // world units round what is flown to
const EDGE = 60; // px: a step of the keyboard keeps what it selects this far inside
const ANOTHER_FABRIC = 0.3; // of the devices came or went: it is shown whole again
const FEW = 4;

export interface Room {
  readonly width: number;
  readonly height: number;
}

export class Eye {
  camera: Camera = { x: 0, y: 0, zoom: 1 };
  /** When it last moved, in ms of performance.now(). */
  movedAt = 0;
  /** How long a flight takes; 0 with reduced motion. */
  flightMs = 0;
  insets: Insets = INSETS;
  private boxes: Float32Array | null = null;
  /** What stands round the boxes and is to be seen with all of them. */
  private frames: Float32Array | null = null;
  /** Everything is in sight and shall stay so when the room changes, until a hand moves the view. */
  private isFitted = true;
  private flight = 0;

  constructor(
    private readonly room: Room,
    private readonly onMove: (camera: Camera) => void,
  ) {}

  /** Look at these boxes from now on; all of them are shown when they are another fabric. */
  setBoxes(boxes: Float32Array, frames: Float32Array | null = null): void {
    const before = this.boxes ? this.boxes.length / 4 : -1;
    this.boxes = boxes;
    this.frames = frames;
    const changed = Math.abs(boxes.length / 4 - before) > ANOTHER_FABRIC * Math.max(before, FEW);
    if (before < 0 || (this.isFitted && changed)) this.camera = this.whole();
  }

  setInsets(insets: Partial<Insets> = {}): void {
    const given = Object.entries(insets).filter(([, value]) => value !== undefined);
    this.insets = { ...INSETS, ...Object.fromEntries(given) };
    if (this.isFitted) this.move(this.whole());
  }

  /** Show everything. */
  fit(): void {
    this.flyTo(this.whole());
    this.isFitted = true;
  }

  /** Bring these devices into sight; false when there is none. */
  flyToRows(rows: Iterable<number>): boolean {
    const box = this.boxes && bounds(this.boxes, rows);
    if (!box) return false;
    const { x, y, w, h } = box;
    const grown = { x: x - FLY_ROOM, y: y - FLY_ROOM, w: w + 2 * FLY_ROOM, h: h + 2 * FLY_ROOM };
    this.flyTo(this.cameraFor(grown, FLY_MOST_ZOOM));
    return true;
  }

  panBy(dx: number, dy: number): void {
    this.lookFrom({ ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy });
  }

  /** Zoom about a point of the screen, or about the middle. */
  zoomBy(factor: number, x = this.room.width / 2, y = this.room.height / 2): void {
    const least = Math.min(0.5, this.whole().zoom * 0.5);
    this.lookFrom(zoomAbout(this.camera, factor, x, y, least));
  }

  /** Look from there at once. */
  lookFrom(camera: Camera): void {
    this.stop();
    this.isFitted = false;
    this.move(camera);
  }

  /** The room has changed from this size: keep everything in sight, else the middle in the middle. */
  roomChanged(width: number, height: number): void {
    const { x, y, zoom } = this.camera;
    const dx = (this.room.width - width) / 2;
    const dy = (this.room.height - height) / 2;
    this.move(this.isFitted ? this.whole() : { x: x + dx, y: y + dy, zoom });
  }

  /** Move just so far that a device is well inside. */
  keepInSight(row: number): void {
    if (!this.boxes) return;
    const [left, top, w, h] = this.boxes.subarray(4 * row, 4 * row + 4);
    const { x, y, zoom } = this.camera;
    const inside = (at: number, most: number) =>
      at < EDGE ? EDGE - at : at > most - EDGE ? most - EDGE - at : 0;
    const dx = inside((left + w / 2) * zoom + x, this.room.width);
    const dy = inside((top + h / 2) * zoom + y, this.room.height);
    if (dx || dy) this.flyTo({ x: x + dx, y: y + dy, zoom });
  }

  /** Return the device nearest to the middle of the screen, or -1. */
  nearestToMiddle(): number {
    const boxes = this.boxes ?? new Float32Array(0);
    const [x, y] = toWorld(this.camera, this.room.width / 2, this.room.height / 2);
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

  stop(): void {
    cancelAnimationFrame(this.flight);
  }

  private whole(): Camera {
    const box = this.boxes && bounds(this.frames ?? this.boxes);
    const { width, height } = this.room;
    return box ? this.cameraFor(box, FIT_MOST_ZOOM) : { x: width / 2, y: height / 2, zoom: 1 };
  }

  private cameraFor(box: Box, most: number): Camera {
    return fitBox(box, this.room.width, this.room.height, this.insets, Math.min(MOST_ZOOM, most));
  }

  private flyTo(to: Camera): void {
    this.stop();
    this.isFitted = false;
    const from = this.camera;
    const begun = performance.now();
    const fly = () => {
      const share = this.flightMs > 0 ? (performance.now() - begun) / this.flightMs : 1;
      this.move(between(from, to, share, this.room.width, this.room.height));
      if (share < 1) this.flight = requestAnimationFrame(fly);
    };
    fly();
  }

  private move(camera: Camera): void {
    this.camera = camera;
    this.movedAt = performance.now();
    this.onMove({ ...camera });
  }
}
