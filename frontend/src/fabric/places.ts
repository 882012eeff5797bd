// Where things stay when a few others come or go: nobody finds a fabric that is laid out anew at every edit.
import type { FabricDocument } from "./document";
import { type Layout, SIZES, withHands } from "./layout";

const FEW = 8;
const SMALL_SHARE = 0.2; // of the devices: a larger change is another fabric and is laid out as such

/** Leave devices where they stood when few came or went; new ones go to the end of their row. */
export function keepPlaces(
  document: FabricDocument,
  layout: Layout,
  before: { document: FabricDocument; layout: Layout } | null,
): Layout {
  const { devices } = document;
  const { structure } = layout;
  if (!before) return layout;
  const stood = new Map(before.document.devices.map((device, row) => [device.id, row]));
  const known = Int32Array.from(devices, (device) => stood.get(device.id) ?? -1);
  const stayed = known.reduce((count, row) => count + Number(row >= 0), 0);
  const changed = devices.length - stayed + (stood.size - stayed);
  if (stood.size === 0 || changed > Math.max(FEW, SMALL_SHARE * devices.length)) return layout;
  const free = layout.free.slice();
  known.forEach((was, row) => {
    if (was >= 0) free.set(before.layout.free.subarray(4 * was, 4 * was + 4), 4 * row);
  });
  const boxes = withHands(document, structure, free);
  const ends = new Map<number, { right: number; y: number }>();
  const newcomers: number[] = [];
  devices.forEach((device, row) => {
    if (known[row] < 0 && (device.x === null || device.y === null)) {
      newcomers.push(row);
      return;
    }
    const right = boxes[4 * row] + boxes[4 * row + 2];
    const end = ends.get(structure.tier[row]);
    if (!end || right > end.right) ends.set(structure.tier[row], { right, y: boxes[4 * row + 1] });
  });
  for (const row of newcomers) {
    const end = ends.get(structure.tier[row]);
    if (!end) continue;
    free[4 * row] = end.right + SIZES.unitGap;
    free[4 * row + 1] = end.y;
    end.right = free[4 * row] + free[4 * row + 2];
    boxes.set(free.subarray(4 * row, 4 * row + 4), 4 * row);
  }
  return { ...layout, free, boxes };
}
