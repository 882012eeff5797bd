// What is worked out once for a scene: rows by id, trunks, the zooms of the levels; and the flags of its cables.
import {
  clusterBoxes,
  followed,
  gather,
  spread,
  type Thresholds,
  type Trunks,
  thresholds,
} from "./raster/bundles";
import { Flag, type RasterTheme } from "./raster/messages";
import { deltaScale, loadScale, packed, parseColour, restScale, type Theme } from "./theme";
import type { Marks, Scene } from "./types";

export interface Prepared {
  scene: Scene;
  deviceRows: Map<string, number>;
  cableRows: Map<string, number>;
  pairs: Trunks;
  pods: Trunks;
  frames: Float32Array;
  thresholds: Thresholds;
}

const FRAME_INSET = 12; // world units between the edge of a cluster and its outermost trunk

/** Prepare a scene; what the one `before` knows of the same cables is not worked out again. */
export function prepare(scene: Scene, before: Prepared | null = null): Prepared {
  const known = before?.scene.from === scene.from && before.scene.to === scene.to ? before : null;
  const pods = gather(scene.from, scene.to, scene.ends, scene.cluster);
  spread(pods, clusterBoxes(scene), FRAME_INSET);
  const rest = {
    scene,
    deviceRows: rowsById(scene.deviceIds),
    cableRows: rowsById(scene.cableIds),
    pods,
    frames: new Float32Array(scene.frames.flatMap((each) => [each.x, each.y, each.w, each.h])),
  };
  if (scene.bodies) {
    bringToTrunks(scene, pods);
    // Nothing but trunks between bodies is drawn: pairs of devices are never asked for.
    const none = gather(new Int32Array(0), new Int32Array(0), new Float32Array(0), null);
    return { ...rest, pairs: none, thresholds: { cables: Infinity, trunks: Infinity } };
  }
  // While devices are only moved, the zooms of the levels stay.
  const moved = known?.scene.bodies === null ? followed(known.pairs, scene) : null;
  if (moved && known) return { ...rest, pairs: moved, thresholds: known.thresholds };
  const pairs = gather(scene.from, scene.to, scene.ends, null);
  return { ...rest, pairs, thresholds: thresholds(scene.ends, pairs, pods) };
}

/** Put the ends of cables where the trunks that hold them end: marks are drawn there. */
function bringToTrunks({ ends, from, cluster }: Scene, trunks: Trunks): void {
  for (let trunk = 0; trunk < trunks.upper.length; trunk++) {
    const [x1, y1, x2, y2] = trunks.ends.subarray(4 * trunk, 4 * trunk + 4);
    for (let at = trunks.first[trunk]; at < trunks.first[trunk + 1]; at++) {
      const cable = trunks.cables[at];
      const isDown = cluster[from[cable]] === trunks.upper[trunk];
      ends.set(isDown ? [x1, y1, x2, y2] : [x2, y2, x1, y1], 4 * cable);
    }
  }
}

const rowsFor = new WeakMap<readonly string[], Map<string, number>>();

/** Rows by id; found once for a list, which scenes share while nothing comes or goes. */
function rowsById(ids: readonly string[]): Map<string, number> {
  let rows = rowsFor.get(ids);
  if (!rows) {
    rows = new Map();
    for (let row = 0; row < ids.length; row++) rows.set(ids[row], row);
    rowsFor.set(ids, rows);
  }
  return rows;
}

/** Marks by row; what does not exist is left out. */
export function byRow<T>(marks: Record<string, T> | undefined, rows: Map<string, number>): Map<number, T> {
  const found = new Map<number, T>();
  for (const [id, mark] of Object.entries(marks ?? {})) {
    const row = rows.get(id);
    if (row !== undefined) found.set(row, mark);
  }
  return found;
}

/** Return the flags of cables and of devices that the raster draws by. */
export function flagsOf(
  { scene, cableRows, deviceRows }: Prepared,
  selected: { devices: ReadonlySet<number>; cables: ReadonlySet<number> },
  marks: Marks,
): { flags: Uint8Array; devices: Uint8Array } {
  const flags = new Uint8Array(scene.cableIds.length);
  const devices = new Uint8Array(scene.deviceIds.length);
  for (const row of selected.devices) devices[row] = Flag.selected;
  for (let cable = 0; cable < flags.length; cable++) {
    if (devices[scene.from[cable]] || devices[scene.to[cable]]) flags[cable] |= Flag.touched;
    if (Number.isNaN(scene.gbps[cable])) flags[cable] |= Flag.unknown;
  }
  for (const cable of selected.cables) flags[cable] |= Flag.selected;
  for (const [id, mark] of Object.entries(marks.cables ?? {})) {
    const row = cableRows.get(id);
    if (row !== undefined) flags[row] |= Flag[mark];
  }
  for (const [id, mark] of Object.entries(marks.devices ?? {})) {
    const row = deviceRows.get(id);
    if (row !== undefined && (mark === "fault" || mark === "out")) devices[row] |= Flag.fault;
  }
  return { flags, devices };
}

export function rasterThemeOf(theme: Theme): RasterTheme {
  const { canvas, line, device, deviceEdge, cableRest, accent, accentLine, error, fault, text1 } =
    theme.colours;
  const named = { canvas, line, device, deviceEdge, cableRest, accent, accentLine, error, fault, text1 };
  return {
    scales: { edit: restScale(theme), load: loadScale(theme), delta: deltaScale(theme) },
    colours: Object.fromEntries(
      Object.entries(named).map(([name, colour]) => [name, packed(parseColour(colour))]),
    ) as RasterTheme["colours"],
  };
}

export const EMPTY_SCENE: Scene = {
  deviceIds: [],
  names: [],
  shorts: [],
  details: [],
  boxes: new Float32Array(0),
  kinds: new Uint8Array(0),
  tiers: new Int8Array(0),
  gpus: new Uint16Array(0),
  adapters: new Uint16Array(0),
  cluster: new Int32Array(0),
  cableIds: [],
  ports: [],
  from: new Int32Array(0),
  to: new Int32Array(0),
  ends: new Float32Array(0),
  gbps: new Float64Array(0),
  rows: [],
  gaps: [],
  clusters: [],
  frames: [],
  bodies: null,
};
