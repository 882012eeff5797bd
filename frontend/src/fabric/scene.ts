// From a document and its layout to what the canvas draws; the layout remembers where things stood.
import type { Scene, TierGap, TierRow } from "../canvas/types";
import { attach } from "./attach";
import { clustersOf } from "./clusters";
import { type Cable, type FabricDocument, nameOf, portsOf, speedOf } from "./document";
import { isBuiltAs, type Layout, layoutAgain, layoutFabric } from "./layout";
import { shortNames } from "./names";
import { keepPlaces } from "./places";
import { rowsByTier, type Structure } from "./structure";
import { type Gap, gapsOf, tierName, tiersSay } from "./tiers";

export interface Drawn {
  scene: Scene;
  layout: Layout;
}

export interface SceneMaker {
  scene(document: FabricDocument): Scene;
  /** The scene with the layout that it was made from. */
  draw(document: FabricDocument): Drawn;
  /** Forget where things stood: the next scene is laid out afresh. */
  tidy(): void;
}

/** Return what turns each state of a document into a scene, without moving what stands already. */
export function sceneMaker(): SceneMaker {
  let last: { document: FabricDocument; layout: Layout } | null = null;
  const draw = (document: FabricDocument): Drawn => {
    const layout =
      last && isBuiltAs(last.document, document)
        ? layoutAgain(document, last.layout)
        : keepPlaces(document, layoutFabric(document), last);
    last = { document, layout };
    return { scene: sceneOf(document, layout), layout };
  };
  return {
    draw,
    scene: (document) => draw(document).scene,
    tidy() {
      last = null;
    },
  };
}

/** The parts of a scene that stay while devices are only moved: they hang on the structure. */
type Built = Pick<
  Scene,
  | "deviceIds"
  | "names"
  | "shorts"
  | "details"
  | "kinds"
  | "tiers"
  | "gpus"
  | "adapters"
  | "cableIds"
  | "ports"
  | "from"
  | "to"
>;

const builtFor = new WeakMap<Structure, Built>();

function builtOf(document: FabricDocument, layout: Layout): Built {
  const { structure } = layout;
  let built = builtFor.get(structure);
  if (!built) {
    built = build(document, layout);
    builtFor.set(structure, built);
  }
  return built;
}

function build(document: FabricDocument, layout: Layout): Built {
  const { devices, cables, device_types } = document;
  const { structure } = layout;
  const { from, to, isServer, tier } = structure;
  const types = new Map(
    device_types.map((type) => [type.id, { ports: portsOf(type).length, gpus: type.gpus }]),
  );
  const portCount = Uint32Array.from(devices, (device) => types.get(device.type)?.ports ?? 0);
  const taken = new Uint32Array(devices.length);
  for (let cable = 0; cable < from.length; cable++) {
    if (from[cable] >= 0) taken[from[cable]]++;
    if (to[cable] >= 0) taken[to[cable]]++;
  }
  const names = devices.map(nameOf);
  const ports = new Array<string>(2 * cables.length);
  cables.forEach((cable, row) => {
    ports[2 * row] = cable.a;
    ports[2 * row + 1] = cable.b;
  });
  return {
    deviceIds: devices.map((device) => device.id),
    names,
    shorts: shortsOf(names, layout),
    details: devices.map((_, row) => {
      const count = portCount[row];
      return isServer[row]
        ? `${count} ${count === 1 ? "adapter" : "adapters"}`
        : `${taken[row]} of ${count} ports`;
    }),
    kinds: isServer.slice(),
    tiers: Int8Array.from(tier),
    gpus: Uint16Array.from(devices, (device) => types.get(device.type)?.gpus ?? 0),
    adapters: Uint16Array.from(portCount, (count, row) => (isServer[row] ? count : 0)),
    cableIds: cables.map((cable) => cable.id),
    ports,
    // A cable with a missing end is drawn at the end it has.
    from: from.map((a, row) => (a >= 0 ? a : Math.max(0, to[row]))),
    to: to.map((b, row) => (b >= 0 ? b : Math.max(0, from[row]))),
  };
}

/** What hangs on the speeds of cables, and stays while these do. */
interface Speeds {
  structure: Structure;
  gbps: Float64Array;
  gaps: Gap[];
}

const speedsFor = new WeakMap<readonly Cable[], Speeds>();

function speedsIn(document: FabricDocument, structure: Structure): Speeds {
  let speeds = speedsFor.get(document.cables);
  if (speeds?.structure !== structure) {
    speeds = { structure, gbps: speedsOf(document, structure), gaps: gapsOf(document, structure) };
    speedsFor.set(document.cables, speeds);
  }
  return speeds;
}

export function sceneOf(document: FabricDocument, layout: Layout): Scene {
  const { structure, boxes } = layout;
  const built = builtOf(document, layout);
  const { gbps, gaps } = speedsIn(document, structure);
  return {
    ...built,
    boxes,
    ends: attach(structure, boxes, built.adapters),
    gbps,
    rows: rowsOf(document, layout),
    gaps: withPlaces(gaps, layout),
    ...clustersOf(document, layout),
    bodies: null,
  };
}

/** The speed of each cable; NaN is unknown. */
function speedsOf({ devices, cables, device_types }: FabricDocument, structure: Structure): Float64Array {
  const { from, to, portPlace } = structure;
  const types = new Map(device_types.map((type) => [type.id, portsOf(type)]));
  const ports = devices.map((device) => types.get(device.type) ?? []);
  const speeds = new Float64Array(cables.length).fill(Number.NaN);
  cables.forEach((cable, row) => {
    if (from[row] < 0 || to[row] < 0) return;
    const a = ports[from[row]][portPlace[2 * row]];
    const b = ports[to[row]][portPlace[2 * row + 1]];
    speeds[row] = speedOf(cable, a, b) ?? Number.NaN;
  });
  return speeds;
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
  for (const [tier, members] of rowsByTier(structure)) {
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
    for (let row = 0; row < structure.tier.length; row++) {
      if (structure.tier[row] !== tier) continue;
      const y = boxes[4 * row + 1];
      edge = bottom ? Math.max(edge, y + boxes[4 * row + 3]) : Math.min(edge, y);
    }
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
