// Where each cable meets its devices: a place of its own on the edge that faces the other end.
import type { Structure } from "./structure";

type Side = 0 | 1 | 2 | 3; // top, right, bottom, left

const INSET = 5;

/** Return x, y of both ends of each cable: (4 * cables). A cable with a missing end has both at the other one. */
export function attach(
  { from, to, isServer, portPlace }: Structure,
  boxes: Float32Array,
  adapters: ArrayLike<number>,
): Float32Array {
  const ends = new Float32Array(4 * from.length);
  const edges = new Map<number, number[]>(); // 4 * device + side: ends (2 * cable + 0 or 1)
  from.forEach((a, cable) => {
    const b = to[cable];
    if (a < 0 || b < 0 || a === b) {
      const there = Math.max(a, b);
      if (there < 0) return;
      const x = boxes[4 * there] + boxes[4 * there + 2] / 2;
      ends.set([x, boxes[4 * there + 1], x, boxes[4 * there + 1]], 4 * cable);
      return;
    }
    put(edges, 4 * a + facing(boxes, a, b), 2 * cable);
    put(edges, 4 * b + facing(boxes, b, a), 2 * cable + 1);
  });
  const farX = (end: number) => {
    const far = end & 1 ? from[end >> 1] : to[end >> 1];
    return boxes[4 * far] + boxes[4 * far + 2] / 2;
  };
  const farY = (end: number) => {
    const far = end & 1 ? from[end >> 1] : to[end >> 1];
    return boxes[4 * far + 1];
  };
  for (const [key, there] of edges) {
    const device = key >> 2;
    const side = (key & 3) as Side;
    const [x, y, w, h] = boxes.subarray(4 * device, 4 * device + 4);
    const upright = side === 1 || side === 3;
    const far = upright ? farY : farX;
    there.sort((one, two) => far(one) - far(two) || one - two);
    const inset = Math.min(INSET, w * 0.12);
    there.forEach((end, place) => {
      const port = portPlace[end];
      const count = adapters[device];
      const share =
        isServer[device] && port >= 0 && count > 0 ? (port + 0.5) / count : (place + 0.5) / there.length;
      const at = 2 * end;
      if (upright) {
        ends[at] = side === 1 ? x + w : x;
        ends[at + 1] = y + h * ((place + 0.5) / there.length);
      } else {
        ends[at] = isServer[device] ? x + 2 + (w - 4) * share : x + inset + (w - 2 * inset) * share;
        ends[at + 1] = side === 0 ? y : y + h;
      }
    });
  }
  return ends;
}

function put(edges: Map<number, number[]>, key: number, end: number): void {
  const there = edges.get(key);
  if (there) there.push(end);
  else edges.set(key, [end]);
}

/** The side of one box that the other stands on; side by side only where neither is wholly above. */
function facing(boxes: Float32Array, here: number, there: number): Side {
  const top = boxes[4 * here + 1];
  const bottom = top + boxes[4 * here + 3];
  const otherTop = boxes[4 * there + 1];
  const otherBottom = otherTop + boxes[4 * there + 3];
  if (otherBottom <= top) return 0;
  if (otherTop >= bottom) return 2;
  return boxes[4 * there] > boxes[4 * here] ? 1 : 3;
}
