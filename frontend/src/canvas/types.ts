// What the canvas draws and what it tells: the scene, its marks, and the events of the view.

export const SWITCH = 0;
export const SERVER = 1;
/** The byte of a value nobody knows; 0 to 254 are 0 to 100 %. */
export const UNKNOWN = 255;
/** The first byte that counts as 90 % or more. */
export const HOT = 229;

/** One row of devices, named by the structure and never by the names in it. */
export interface TierRow {
  tier: number;
  name: string;
  says: string;
  y: number;
  height: number;
}

/** What stands between two tiers: a ratio of capacities (or a count), and the numbers it comes from. */
export interface TierGap {
  top: number;
  bottom: number;
  title: string;
  says: string[];
}

/** Devices that belong together by their cables; drawn as one from a distance. */
export interface Cluster {
  name: string;
  says: string;
  tier: number;
  /** The pod or unit that this cluster is a part of; -1 for none. */
  frame: number;
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A pod or a unit: the frame round its clusters, and the bracket below its hosts. */
export interface Frame {
  name: string;
  says: string;
  x: number;
  y: number;
  w: number;
  h: number;
  devices: number[];
}

/** What the pods view knows besides: its frames are bodies, and trunks run between them at any zoom. */
export interface Bodies {
  /** 1 for each device that stands for itself in an opened pod. */
  open: Uint8Array;
  /** The frame of each device. */
  frameOf: Int32Array;
  /** The highest tier in each frame, and whether it is a pod. */
  tiers: number[];
  pods: boolean[];
}

/** Everything drawn, in world units (screen px at zoom 1). Rows follow the order of the document. */
export interface Scene {
  deviceIds: string[];
  names: string[];
  /** The distinguishing part of a name, for little room. */
  shorts: string[];
  /** A second line: the ports taken, or the adapters. */
  details: string[];
  /** Left, top, width and height of each device: (4 * devices). */
  boxes: Float32Array;
  kinds: Uint8Array;
  /** Hops from the nearest host, 0 for hosts; -1 where none is reached. */
  tiers: Int8Array;
  gpus: Uint16Array;
  adapters: Uint16Array;
  cluster: Int32Array;
  cableIds: string[];
  /** The port addresses of both ends, for words: (2 * cables). */
  ports: string[];
  from: Int32Array;
  to: Int32Array;
  /** x, y of the end at `from`, then x, y of the end at `to`: (4 * cables). */
  ends: Float32Array;
  /** NaN is an unknown speed. */
  gbps: Float64Array;
  rows: TierRow[];
  gaps: TierGap[];
  clusters: Cluster[];
  frames: Frame[];
  /** Null where every device stands for itself. */
  bodies: Bodies | null;
}

export interface Camera {
  /** Where the world's origin lies on the screen, in px. */
  x: number;
  y: number;
  zoom: number;
}

export interface Insets {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** "edit": grey cables, colour for the selection. "load": utilisation. "delta": signed difference of two runs. */
export type Mode = "edit" | "load" | "delta";
export type Tool = "select" | "pan" | "connect" | `add:${string}`;

export type DeviceMark = "error" | "warning" | "note" | "out" | "fault";
/** "cut": one of the cables that hold two halves together at least. */
export type CableMark = "error" | "fault" | "down" | "cut";

/** What is wrong or special, by id. `labels` stay in sight ("100 of 400 Gb/s, since 15.85 s"). */
export interface Marks {
  devices?: Record<string, DeviceMark>;
  cables?: Record<string, CableMark>;
  labels?: Record<string, string[]>;
  /** Words over a device, such as "root, rail 2"; "fault" turns them magenta. */
  notes?: Record<string, { says: string; tone: "plain" | "fault" }>;
  tree?: TreeMarks;
}

/** A cable of an aggregation tree: how wide it is drawn (px), what stands on it, and what a tooltip says. */
export interface TreeCable {
  width: number;
  label: string;
  says: string;
}

/** Trees of a job, by its place among the colours of jobs: cables by id, devices that add, and those that pass copies on with how many. */
export interface TreeMarks {
  cables: Record<string, TreeCable>;
  adds: readonly string[];
  passes: Record<string, string>;
  job: number;
}

export interface Selected {
  devices: string[];
  cables: string[];
}

export type Hovered = { kind: "device" | "cable"; id: string } | { kind: "trunk"; cables: string[] } | null;

/** The heart of a legend: how many cables stand at each level. */
export interface Histogram {
  /** Cables per 5 %, the larger direction of each. */
  bins: number[];
  hot: number;
  unknown: number;
  total: number;
}

export interface ViewEvents {
  select: Selected;
  hover: Hovered;
  viewchange: Camera;
  /** While dragging, then once with done: one operation on drop. */
  drag: { ids: string[]; dx: number; dy: number; done: boolean };
  connect: { from: string; to: string };
  /** A place was clicked with an add tool, or a type was dropped on the canvas. */
  add: { type: string; x: number; y: number };
  open: { id: string };
  /** A pod was clicked twice: it is to be opened, or closed. */
  toggle: { name: string };
  menu: { id: string | null; clientX: number; clientY: number };
}

/** What was drawn last, and how long it took. */
export interface ViewStats {
  frames: number;
  level: Level;
  /** Of the last frame: in the raster (Worker), and on the main thread. */
  rasterMs: number;
  mainMs: number;
  cablesDrawn: number;
  worker: boolean;
}

/** Every cable, one trunk for each pair of devices, or one for each pair of clusters. */
export type Level = "cables" | "trunks" | "pods";
