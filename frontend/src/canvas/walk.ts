// Steps of the arrow keys: up and down along cables, left and right along a row.
import type { Scene } from "./types";

/** Return the device that one step leads to, or `from` where there is none. */
export function stepFrom(scene: Scene, from: number, dx: number, dy: number): number {
  return dy !== 0 ? alongCable(scene, from, dy) : alongRow(scene, from, dx);
}

function middleOf({ boxes }: Scene, device: number): [number, number] {
  const at = 4 * device;
  return [boxes[at] + boxes[at + 2] / 2, boxes[at + 1] + boxes[at + 3] / 2];
}

/** The neighbour above or below whose middle is nearest. */
function alongCable(scene: Scene, from: number, dy: number): number {
  const [x, y] = middleOf(scene, from);
  let best = from;
  let least = Infinity;
  for (let cable = 0; cable < scene.from.length; cable++) {
    if (scene.from[cable] !== from && scene.to[cable] !== from) continue;
    const other = scene.from[cable] === from ? scene.to[cable] : scene.from[cable];
    const [otherX, otherY] = middleOf(scene, other);
    if ((otherY - y) * dy <= 0) continue;
    const away = Math.abs(otherX - x);
    if (away < least) {
      least = away;
      best = other;
    }
  }
  return best;
}

/** The next device of about the same height in that direction. */
function alongRow(scene: Scene, from: number, dx: number): number {
  const [x, y] = middleOf(scene, from);
  const reach = scene.boxes[4 * from + 3] / 2;
  let best = from;
  let least = Infinity;
  for (let device = 0; device < scene.deviceIds.length; device++) {
    const [otherX, otherY] = middleOf(scene, device);
    const away = (otherX - x) * dx;
    if (device === from || away <= 0 || Math.abs(otherY - y) > reach || away >= least) continue;
    least = away;
    best = device;
  }
  return best;
}
