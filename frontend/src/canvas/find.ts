// What lies at a point of the screen: a device, else a cable or the trunk that stands for it at this zoom.
import { toWorld } from "./camera";
import { type DeviceGrid, nearestCable, nearestTrunk } from "./hit";
import type { Hover } from "./paint/overlay";
import type { Prepared } from "./prepare";
import { levelAt } from "./raster/bundles";
import type { Camera, Scene } from "./types";

const REACH = 6; // px: how near the pointer must come to a cable

export function find(
  prepared: Prepared,
  grid: DeviceGrid,
  camera: Camera,
  x: number,
  y: number,
): Hover | null {
  const { scene, pairs, pods } = prepared;
  const [worldX, worldY] = toWorld(camera, x, y);
  const device = grid.at(worldX, worldY, 1 / camera.zoom);
  if (device >= 0 && isLarge(scene, device, camera.zoom)) return { kind: "device", row: device };
  const body = scene.bodies ? frameAt(scene, worldX, worldY) : -1;
  // In an opened pod there are trunks too; a closed one is a body all over.
  if (body >= 0 && !scene.bodies?.open[scene.frames[body].devices[0]]) return { kind: "body", row: body };
  const reach = REACH / camera.zoom;
  const level = levelAt(camera.zoom, prepared.thresholds);
  if (level === "cables") {
    const row = nearestCable(scene.ends, worldX, worldY, reach);
    return row < 0 ? null : { kind: "cable", row };
  }
  const far = level === "pods";
  const trunks = far ? pods : pairs;
  const trunk = nearestTrunk(trunks, far, worldX, worldY, reach);
  if (trunk < 0) return body < 0 ? null : { kind: "body", row: body };
  const cables = trunks.cables.subarray(trunks.first[trunk], trunks.first[trunk + 1]);
  const name = (group: number) => (far ? scene.clusters[group].name : scene.names[group]);
  const ends = trunks.ends.slice(4 * trunk, 4 * trunk + 4);
  const [upper, lower] = [name(trunks.upper[trunk]), name(trunks.lower[trunk])];
  return { kind: "trunk", upper, lower, cables, ends, curved: far };
}

const LEAST_CELL = 7; // px: a smaller cell cannot be hit on purpose

/** Whether a device can be pointed at: cells of a body only when they are large. */
function isLarge({ bodies, boxes }: Scene, device: number, zoom: number): boolean {
  return !bodies || bodies.open[device] === 1 || boxes[4 * device + 2] * zoom >= LEAST_CELL;
}

function frameAt({ frames }: Scene, x: number, y: number): number {
  return frames.findIndex((one) => x >= one.x && x <= one.x + one.w && y >= one.y && y <= one.y + one.h);
}

/** Whether two finds are of the same thing. */
export function isSame(one: Hover | null, two: Hover | null): boolean {
  return one?.kind === two?.kind && rowOf(one) === rowOf(two);
}

function rowOf(found: Hover | null): number {
  if (!found) return -1;
  return found.kind === "trunk" ? found.cables[0] : found.row;
}
