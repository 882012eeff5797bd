// Where the eye is: world units to screen px and back, zoom about a point, fit, and the path of a flight.
import type { Camera, Insets } from "./types";

export const MOST_ZOOM = 4;

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export function toWorld(camera: Camera, x: number, y: number): [number, number] {
  return [(x - camera.x) / camera.zoom, (y - camera.y) / camera.zoom];
}

export function toScreen(camera: Camera, x: number, y: number): [number, number] {
  return [x * camera.zoom + camera.x, y * camera.zoom + camera.y];
}

/** Return the camera with `factor` times the zoom, the world's point under (x, y) staying there. */
export function zoomAbout(camera: Camera, factor: number, x: number, y: number, least: number): Camera {
  const zoom = Math.min(MOST_ZOOM, Math.max(least, camera.zoom * factor));
  const [worldX, worldY] = toWorld(camera, x, y);
  return { x: x - worldX * zoom, y: y - worldY * zoom, zoom };
}

/** Return the camera that shows the whole box within the insets, in its middle, at `most` zoom at most. */
export function fitBox(box: Box, width: number, height: number, insets: Insets, most = 1): Camera {
  const roomX = Math.max(40, width - insets.left - insets.right);
  const roomY = Math.max(40, height - insets.top - insets.bottom);
  const zoom = Math.min(most, roomX / Math.max(1, box.w), roomY / Math.max(1, box.h));
  return {
    x: insets.left + (roomX - box.w * zoom) / 2 - box.x * zoom,
    y: insets.top + (roomY - box.h * zoom) / 2 - box.y * zoom,
    zoom,
  };
}

/** Return the smallest box round all boxes of `rows` (all of them without rows); null when there is none. */
export function bounds(boxes: Float32Array, rows?: Iterable<number>): Box | null {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const row of rows ?? new Array(boxes.length / 4).keys()) {
    const at = 4 * row;
    left = Math.min(left, boxes[at]);
    top = Math.min(top, boxes[at + 1]);
    right = Math.max(right, boxes[at] + boxes[at + 2]);
    bottom = Math.max(bottom, boxes[at + 1] + boxes[at + 3]);
  }
  return right < left ? null : { x: left, y: top, w: right - left, h: bottom - top };
}

/** Return the camera at `share` (0 to 1) of the way; zoom goes by equal factors, the middle in a line. */
export function between(from: Camera, to: Camera, share: number, width: number, height: number): Camera {
  const eased = 1 - (1 - Math.min(1, Math.max(0, share))) ** 3;
  if (eased >= 1) return to;
  const zoom = from.zoom * (to.zoom / from.zoom) ** eased;
  const [fromX, fromY] = toWorld(from, width / 2, height / 2);
  const [toX, toY] = toWorld(to, width / 2, height / 2);
  // The middle moves as fast as it looks: in step with the change of 1 / zoom where the zoom changes.
  const change = 1 / to.zoom - 1 / from.zoom;
  const moved = Math.abs(change) < 1e-9 ? eased : (1 / zoom - 1 / from.zoom) / change;
  const x = fromX + (toX - fromX) * moved;
  const y = fromY + (toY - fromY) * moved;
  return { x: width / 2 - x * zoom, y: height / 2 - y * zoom, zoom };
}
