// From a document and its layout to what the canvas draws; the layout remembers where things stood.
import type { Cluster, Frame, Scene, TierGap, TierRow } from "../canvas/types";
import { attach } from "./attach";
import { type FabricDocument, nameOf, portsOf, speedOf } from "./document";
import { type Layout, layoutFabric, SIZES } from "./layout";
import { shortNames } from "./names";
import { gapsOf, tierName, tiersSay } from "./tiers";

/** Return what turns each state of a document into a scene, without moving what stands already. */
export function sceneMaker(): { scene(document: FabricDocument): Scene; tidy(): void } {
  let stood = new Map<string, [number, number, number, number]>();
  return {
    scene(document) {
      const layout = layoutFabric(document);
      keepPlaces(document, layout, stood);
      stood = new Map(
        document.devices.map((device, row) => [
          device.id,
          [...layout.boxes.subarray(4 * row, 4 * row + 4)] as [number, number, number, number],
        ]),
      );
      return sceneOf(document, layout);
    },
    /** Forget where things stood: the next scene is laid out afresh. */
    tidy() {
      stood = new Map();
    },
  };
}

const FEW = 8;
const SMALL_SHARE = 0.2; // of the devices: a larger change is another fabric and is laid out as such

/** Leave devices where they stood when few came or went; new ones go to the end of their row. */
function keepPlaces(
  { devices }: FabricDocument,
  { boxes, structure }: Layout,
  stood: Map<string, [number, number, number, number]>,
): void {
  const known = devices.filter((device) => stood.has(device.id)).length;
  const changed = devices.length - known + (stood.size - known);
  if (stood.size === 0 || changed > Math.max(FEW, SMALL_SHARE * devices.length)) return;
  const newcomers: number[] = [];
  const ends = new Map<number, { right: number; y: number }>();
  devices.forEach((device, row) => {
    const before = stood.get(device.id);
    const isFree = device.x === null || device.y === null;
    if (before && isFree) boxes.set(before, 4 * row);
    else if (!before && isFree) {
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
    boxes[4 * row] = end.right + SIZES.unitGap;
    boxes[4 * row + 1] = end.y;
    end.right = boxes[4 * row] + boxes[4 * row + 2];
  }
}

export function sceneOf(document: FabricDocument, layout: Layout): Scene {
  const { devices, cables, device_types } = document;
  const { structure, boxes } = layout;
  const types = new Map(device_types.map((type) => [type.id, type]));
  const ports = devices.map((device) => {
    const type = types.get(device.type);
    return type ? portsOf(type) : [];
  });
  const taken = new Uint32Array(devices.length);
  structure.from.forEach((a, cable) => {
    if (a >= 0) taken[a]++;
    if (structure.to[cable] >= 0) taken[structure.to[cable]]++;
  });
  const adapters = Uint16Array.from(ports, (all, row) => (structure.isServer[row] ? all.length : 0));
  const names = devices.map(nameOf);
  const { clusters, cluster, frames } = clustersOf(document, layout);
  const portAt = (end: number, device: number) =>
    device >= 0 ? ports[device][structure.portPlace[end]] : undefined;
  const known = (row: number) => structure.from[row] >= 0 && structure.to[row] >= 0;
  return {
    deviceIds: devices.map((device) => device.id),
    names,
    shorts: shortsOf(names, layout),
    details: devices.map((_, row) =>
      structure.isServer[row]
        ? `${ports[row].length} ${ports[row].length === 1 ? "adapter" : "adapters"}`
        : `${taken[row]} of ${ports[row].length} ports`,
    ),
    boxes,
    kinds: structure.isServer.slice(),
    tiers: Int8Array.from(structure.tier),
    gpus: Uint16Array.from(devices, (device) => types.get(device.type)?.gpus ?? 0),
    adapters,
    cluster,
    cableIds: cables.map((cable) => cable.id),
    ports: cables.flatMap((cable) => [cable.a, cable.b]),
    // A cable with a missing end is drawn at the end it has.
    from: structure.from.map((a, row) => (a >= 0 ? a : Math.max(0, structure.to[row]))),
    to: structure.to.map((b, row) => (b >= 0 ? b : Math.max(0, structure.from[row]))),
    ends: attach(structure, boxes, adapters),
    gbps: Float64Array.from(cables, (cable, row) =>
      known(row)
        ? (speedOf(cable, portAt(2 * row, structure.from[row]), portAt(2 * row + 1, structure.to[row])) ??
          Number.NaN)
        : Number.NaN,
    ),
    rows: rowsOf(document, layout),
    gaps: withPlaces(gapsOf(document, structure), layout),
    clusters,
    frames,
  };
}

/** Short names among siblings: switches of one tier and span, hosts of one span. */
function shortsOf(names: string[], { structure, spans }: Layout): string[] {
  const spanOf = new Map<number, number>();
  spans.forEach((span, place) => {
    for (const row of span.devices) spanOf.set(row, place);
  });
  const siblings = new Map<string, number[]>();
  names.forEach((_, row) => {
    const key = `${structure.tier[row]}:${spanOf.get(row) ?? -1}`;
    const there = siblings.get(key);
    if (there) there.push(row);
    else siblings.set(key, [row]);
  });
  const shorts = [...names];
  for (const rows of siblings.values()) {
    shortNames(rows.map((row) => names[row])).forEach((short, place) => {
      shorts[rows[place]] = short;
    });
  }
  return shorts;
}

function rowsOf(document: FabricDocument, { structure, boxes }: Layout): TierRow[] {
  const says = tiersSay(document, structure);
  const rows: TierRow[] = [];
  for (const tier of new Set(structure.tier)) {
    const members = [...structure.tier.keys()].filter((row) => structure.tier[row] === tier);
    const middles = members.map((row) => boxes[4 * row + 1] + boxes[4 * row + 3] / 2).sort((a, b) => a - b);
    // Hosts in several rows are named once, in the middle of the block.
    const middle = tier === 0 ? (middles[0] + middles[middles.length - 1]) / 2 : middles[middles.length >> 1];
    const height = boxes[4 * members[0] + 3];
    const block = tier === 0 ? middles[middles.length - 1] - middles[0] + height : height;
    const name = tierName(tier, structure.top, document.tier_names);
    rows.push({ tier, name, says: says.get(tier) ?? "", y: middle - block / 2, height: block });
  }
  return rows.sort((one, two) => one.y - two.y);
}

/** Give each gap the edges of the rows that it lies between; rows placed out of order have none. */
function withPlaces(
  gaps: { upper: number; lower: number; title: string; says: string[] }[],
  layout: Layout,
): TierGap[] {
  const { structure, boxes } = layout;
  const edgeOf = (tier: number, bottom: boolean) => {
    let edge = bottom ? -Infinity : Infinity;
    structure.tier.forEach((each, row) => {
      if (each !== tier) return;
      const y = boxes[4 * row + 1];
      edge = bottom ? Math.max(edge, y + boxes[4 * row + 3]) : Math.min(edge, y);
    });
    return edge;
  };
  return gaps
    .map(({ upper, lower, title, says }) => ({
      top: edgeOf(upper, true),
      bottom: edgeOf(lower, false),
      title,
      says,
    }))
    .filter((gap) => gap.bottom > gap.top);
}

const FEW_SWITCHES = 16; // of a tier: each stands for itself in the far view
const FRAME_PAD = 14;

/** Return what the far view draws as one: each tier of a span, and planes or runs of the tiers above. */
function clustersOf(document: FabricDocument, layout: Layout) {
  const { structure, grouping, spans, planes, boxes } = layout;
  let leavesBefore = 0;
  const cluster = new Int32Array(document.devices.length).fill(-1);
  const clusters: Cluster[] = [];
  const frames: Frame[] = [];
  const add = (rows: number[], name: string, tier: number, frame: number) => {
    if (rows.length === 0) return;
    for (const row of rows) cluster[row] = clusters.length;
    clusters.push({ name, says: `${rows.length}`, tier, frame, ...boxRound(boxes, rows) });
  };
  // Within a frame each leaf stands for itself, and the hosts of a unit together.
  const addParts = (tier: number, name: string, place: number) => {
    for (const unit of grouping.units) {
      if (!spans[place].devices.includes(unit.leaves[0])) continue;
      const one = unit.leaves.length === 1 ? nameOf(document.devices[unit.leaves[0]]) : name;
      if (tier === 0) add(unit.hosts, `hosts of ${one}`, 0, place);
      else for (const leaf of unit.leaves) add([leaf], nameOf(document.devices[leaf]), tier, place);
    }
  };
  spans.forEach((span, place) => {
    const name =
      span.kind === "run"
        ? runName(span.devices, leavesBefore, layout)
        : spanName(document, span.devices, span.kind, place);
    leavesBefore += span.devices.filter((row) => structure.tier[row] === 1).length;
    const box = boxRound(boxes, span.devices);
    const padded = {
      x: box.x - FRAME_PAD,
      y: box.y - FRAME_PAD,
      w: box.w + 2 * FRAME_PAD,
      h: box.h + 2 * FRAME_PAD,
    };
    frames.push({ name, says: `${span.hosts} hosts`, ...padded, devices: span.devices });
    const tiers = new Set(span.devices.map((row) => structure.tier[row]));
    const highest = Math.max(...tiers);
    for (const tier of tiers) {
      if (tier !== highest) {
        addParts(tier, name, place);
        continue;
      }
      const rows = span.devices.filter((row) => structure.tier[row] === tier);
      add(rows, name, tier, place);
      // Trunks from above end at the frame.
      const last = clusters[clusters.length - 1];
      last.h += last.y - padded.y;
      last.y = padded.y;
    }
  });
  for (const [tier, groups] of planes) {
    const all = groups.flat();
    const one = tierName(tier, structure.top, document.tier_names).toLowerCase();
    if (all.length <= FEW_SWITCHES) {
      for (const row of all) add([row], nameOf(document.devices[row]), tier, -1);
    } else if (groups.length >= 4)
      groups.forEach((rows, place) => void add(rows, `plane ${place + 1}`, tier, -1));
    else {
      const run = Math.ceil(all.length / FEW_SWITCHES);
      for (let at = 0; at < all.length; at += run) {
        add(all.slice(at, at + run), `${one} ${at + 1} to ${Math.min(all.length, at + run)}`, tier, -1);
      }
    }
  }
  document.devices.forEach((device, row) => {
    if (cluster[row] < 0) add([row], nameOf(device), structure.tier[row], -1);
  });
  return { clusters, cluster, frames };
}

/** The group that the document gives all of them, else a number by place. */
function spanName({ devices }: FabricDocument, rows: number[], kind: string, place: number): string {
  const group = devices[rows[0]]?.group;
  if (group && rows.every((row) => devices[row].group === group)) return group;
  return `${kind} ${place + 1}`;
}

/** A run of leaves is named by the places of its first and last. */
function runName(devices: number[], before: number, { structure }: Layout): string {
  const leaves = devices.filter((row) => structure.tier[row] === 1).length;
  return `leaf ${before + 1} to ${before + leaves}`;
}

function boxRound(boxes: Float32Array, rows: number[]): { x: number; y: number; w: number; h: number } {
  const x = Math.min(...rows.map((row) => boxes[4 * row]));
  const y = Math.min(...rows.map((row) => boxes[4 * row + 1]));
  const right = Math.max(...rows.map((row) => boxes[4 * row] + boxes[4 * row + 2]));
  const bottom = Math.max(...rows.map((row) => boxes[4 * row + 1] + boxes[4 * row + 3]));
  return { x, y, w: right - x, h: bottom - y };
}
