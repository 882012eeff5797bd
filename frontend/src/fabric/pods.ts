// The pods view of a fabric: bodies of cells over the width, planes above them, and whatever is opened in full.
import type { Cluster, Frame, Scene, TierRow } from "../canvas/types";
import type { Body } from "./bodies";
import { type FabricDocument, nameOf } from "./document";
import { type Layout, SIZES } from "./layout";
import { gapsOf, tierName, tiersSay } from "./tiers";

const BODY = { w: 96, gap: 24, pad: 7, title: 24, foot: 22, partGap: 12 };
const OPEN = { pad: 22, unitGap: 24, hostGap: 56, leastRowGap: 150, rowShare: 0.15 };
const CELL_SHARE = 0.8; // of its pitch
const SWITCH_COLUMNS = 8;
const EVEN_WITHIN = 0.34; // of the columns wanted: so far off, all rows may be full instead
const HOST_SHARE = 0.22; // of the whole width: how far the hosts of a pod may reach down
const HEIGHT_SHARE = 0.5; // of the whole width: the drawing's height
const LEAST_FIELD = 260; // for the trunks

/** Where a body stands, and its devices in it. */
interface Standing {
  body: Body;
  isOpen: boolean;
  w: number;
  h: number;
  /** Boxes of its devices from its own corner. */
  boxes: Map<number, [number, number, number, number]>;
  /** Top and height of each tier in it. */
  rows: { tier: number; y: number; h: number }[];
}

/** Return the scene with these bodies, the pods named in `open` in full. */
export function podScene(
  document: FabricDocument,
  scene: Scene,
  layout: Layout,
  bodies: readonly Body[],
  open: ReadonlySet<string>,
): Scene {
  const pods = bodies.filter(({ isPod }) => isPod);
  const closedWidth = pods.length * (BODY.w + BODY.gap);
  const below = pods.map((body) =>
    open.has(body.name) ? opened(body, layout) : closed(body, BODY.w, HOST_SHARE * closedWidth),
  );
  const width = below.reduce((sum, { w }) => sum + w + BODY.gap, -BODY.gap);
  const tops = bodies.filter(({ isPod }) => !isPod);
  const topPitch = width / Math.max(1, tops.length);
  const topWidth = Math.max(24, Math.min(BODY.w * 1.5, topPitch * 0.7));
  const above = tops.map((body) => closed(body, topWidth, topWidth));
  const podHeight = Math.max(0, ...below.filter((one) => !one.isOpen).map(({ h }) => h));
  const topHeight = Math.max(0, ...above.map(({ h }) => h));
  const field = Math.max(LEAST_FIELD, HEIGHT_SHARE * width - podHeight - topHeight);
  const sheet = new Sheet(document, scene);
  let x = 0;
  for (const one of below) {
    sheet.put(one, x, topHeight + field, one.isOpen ? one.h : podHeight);
    x += one.w + BODY.gap;
  }
  above.forEach((one, place) => {
    sheet.put(one, topPitch * (place + 0.5) - one.w / 2, topHeight - one.h, one.h);
  });
  return sheet.finished(layout);
}

/** A body whose devices are cells, tier below tier. */
function closed(body: Body, w: number, deepest: number): Standing {
  const boxes: Standing["boxes"] = new Map();
  const rows: Standing["rows"] = [];
  const room = w - 2 * BODY.pad;
  let y = BODY.title;
  for (const { tier, rows: devices } of body.parts) {
    const columns = columnsOf(devices.length, tier === 0, room, deepest);
    const pitch = Math.min(room / columns, 14);
    const left = (w - pitch * columns) / 2 + (pitch * (1 - CELL_SHARE)) / 2;
    devices.forEach((device, place) => {
      const size = pitch * CELL_SHARE;
      boxes.set(device, [
        left + (place % columns) * pitch,
        y + Math.floor(place / columns) * pitch,
        size,
        size,
      ]);
    });
    const h = Math.ceil(devices.length / columns) * pitch;
    rows.push({ tier, y, h });
    y += h + BODY.partGap;
  }
  return { body, isOpen: false, w, h: y - BODY.partGap + BODY.foot, boxes, rows };
}

/** Columns of cells: few enough to fill the body, more where they would reach too far down, and even where they can be. */
function columnsOf(count: number, isHosts: boolean, room: number, deepest: number): number {
  const least = Math.min(count, SWITCH_COLUMNS);
  const area = isHosts ? (room * count) / deepest : 2 * count;
  const wanted = Math.max(least, Math.ceil(Math.sqrt(area)));
  for (let step = 0; step <= wanted * EVEN_WITHIN; step++) {
    for (const columns of [wanted + step, wanted - step]) {
      if (columns >= least && count % columns === 0) return columns;
    }
  }
  return wanted;
}

/** A pod whose devices stand as they do on the sheet: units side by side, the switches above them spread out. */
function opened(body: Body, { free }: Layout): Standing {
  const boxes: Standing["boxes"] = new Map();
  const rows: Standing["rows"] = [];
  const at = (device: number) => free.subarray(4 * device, 4 * device + 4);
  const leafHeight = SIZES.switch.h;
  let x = OPEN.pad;
  let hostTop = Infinity;
  let hostBottom = 0;
  for (const { hosts } of body.units) {
    for (const host of hosts) hostTop = Math.min(hostTop, at(host)[1]);
  }
  const placedUnits: [number, number, number][] = []; // device, left, width of leaves and hosts
  for (const { leaves, hosts } of body.units) {
    const members = [...leaves, ...hosts];
    const left = Math.min(...members.map((device) => at(device)[0]));
    const right = Math.max(...members.map((device) => at(device)[0] + at(device)[2]));
    for (const device of members) placedUnits.push([device, x + at(device)[0] - left, at(device)[2]]);
    x += right - left + OPEN.unitGap;
  }
  const w = Math.max(x - OPEN.unitGap + OPEN.pad, widest(body) * SIZES.leaf.pitch + 2 * OPEN.pad);
  const gap = Math.max(OPEN.leastRowGap, OPEN.rowShare * w);
  let y = BODY.title + OPEN.pad;
  for (const { tier, rows: devices } of body.parts) {
    if (tier < 2) continue;
    const pitch = (w - 2 * OPEN.pad) / devices.length;
    const wide = Math.min(SIZES.switch.most, pitch * 0.8);
    devices.forEach((device, place) => {
      boxes.set(device, [OPEN.pad + pitch * (place + 0.5) - wide / 2, y, wide, SIZES.switch.h]);
    });
    rows.push({ tier, y, h: SIZES.switch.h });
    y += SIZES.switch.h + gap;
  }
  const hosts = new Set(body.units.flatMap((unit) => unit.hosts));
  const shift = (w - (x - OPEN.unitGap + OPEN.pad)) / 2;
  for (const [device, left, wide] of placedUnits) {
    const [, top, , high] = at(device);
    const isHost = hosts.has(device);
    const down = isHost ? y + leafHeight + OPEN.hostGap + top - hostTop : y;
    boxes.set(device, [left + shift, down, wide, isHost ? high : leafHeight]);
    if (isHost) hostBottom = Math.max(hostBottom, down + high);
  }
  rows.push({ tier: 1, y, h: leafHeight });
  const bottom = Math.max(hostBottom, y + leafHeight);
  return { body, isOpen: true, w, h: bottom + OPEN.pad + BODY.foot, boxes, rows };
}

function widest({ parts }: Body): number {
  return Math.max(...parts.filter(({ tier }) => tier > 1).map(({ rows }) => rows.length), 0);
}

/** The sheet that bodies are put on, one after the other. */
class Sheet {
  private readonly boxes: Float32Array;
  private readonly cluster: Int32Array;
  private readonly open: Uint8Array;
  private readonly frameOf: Int32Array;
  private readonly clusters: Cluster[] = [];
  private readonly frames: Frame[] = [];
  private readonly tiers: number[] = [];
  private readonly pods: boolean[] = [];
  private readonly rows = new Map<number, { y: number; height: number }>();

  constructor(
    private readonly document: FabricDocument,
    private readonly scene: Scene,
  ) {
    const count = scene.deviceIds.length;
    this.boxes = new Float32Array(4 * count);
    this.cluster = new Int32Array(count).fill(-1);
    this.open = new Uint8Array(count);
    this.frameOf = new Int32Array(count).fill(-1);
  }

  put({ body, isOpen, w, boxes, rows }: Standing, x: number, y: number, h: number): void {
    const place = this.frames.length;
    const devices = [...boxes.keys()];
    const hosts = devices.filter((device) => this.scene.tiers[device] === 0).length;
    const says = body.isPod ? `${hosts} hosts` : devices.length > 1 ? `${devices.length}` : "";
    this.frames.push({ name: body.name, says, x, y, w, h, devices });
    this.tiers.push(body.parts[0].tier);
    this.pods.push(body.isPod);
    const whole = { name: body.name, says, tier: body.parts[0].tier, frame: place, x, y, w, h };
    if (!isOpen) this.clusters.push(whole);
    for (const [device, [left, top, wide, high]] of boxes) {
      const box = { x: x + left, y: y + top, w: wide, h: high };
      this.boxes.set([box.x, box.y, box.w, box.h], 4 * device);
      this.frameOf[device] = place;
      this.open[device] = Number(isOpen);
      if (isOpen) {
        const tier = this.scene.tiers[device];
        this.clusters.push({
          name: nameOf(this.document.devices[device]),
          says: "",
          tier,
          frame: place,
          ...box,
        });
      }
      this.cluster[device] = this.clusters.length - 1;
    }
    for (const { tier, y: top, h: height } of rows) {
      if (!this.rows.has(tier)) this.rows.set(tier, { y: y + top, height });
    }
  }

  finished(layout: Layout): Scene {
    const { scene, document } = this;
    const { structure } = layout;
    const says = tiersSay(document, structure);
    const rows: TierRow[] = [...this.rows].map(([tier, { y, height }]) => ({
      tier,
      name: tierName(tier, structure.top, document.tier_names),
      says: says.get(tier) ?? "",
      y,
      height,
    }));
    const edge = (tier: number) => this.rows.get(tier) ?? { y: 0, height: 0 };
    const { title, says: figures } = gapsOf(document, structure)[0];
    const [above, below] = [edge(structure.top), edge(structure.top - 1)];
    return {
      ...scene,
      boxes: this.boxes,
      ends: middlesOf(scene, this.boxes),
      cluster: this.cluster,
      clusters: this.clusters,
      frames: this.frames,
      rows: rows.sort((one, two) => one.y - two.y),
      gaps: [{ top: above.y + above.height, bottom: below.y, title, says: figures }],
      bodies: { open: this.open, frameOf: this.frameOf, tiers: this.tiers, pods: this.pods },
    };
  }
}

/** The ends of cables at the middles of their devices; what runs in a trunk is put at its ends when that is known. */
function middlesOf({ from, to }: Scene, boxes: Float32Array): Float32Array {
  const ends = new Float32Array(4 * from.length);
  for (let cable = 0; cable < from.length; cable++) {
    for (const [side, device] of [from[cable], to[cable]].entries()) {
      ends[4 * cable + 2 * side] = boxes[4 * device] + boxes[4 * device + 2] / 2;
      ends[4 * cable + 2 * side + 1] = boxes[4 * device + 1] + boxes[4 * device + 3] / 2;
    }
  }
  return ends;
}
