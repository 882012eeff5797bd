// What the view tells the painter, in the Worker or beside it, and what comes back.
import type { Scale } from "../theme";
import type { Camera, Level, Mode } from "../types";
import type { Trunks } from "./bundles";

/** What is true of a cable, one bit each. */
export const Flag = { selected: 1, touched: 2, error: 4, fault: 8, down: 16, unknown: 32, cut: 64 } as const;

export interface RasterTheme {
  scales: Record<Mode, Scale>;
  colours: Record<
    | "canvas"
    | "grid"
    | "line"
    | "device"
    | "deviceEdge"
    | "cableRest"
    | "accent"
    | "accentLine"
    | "error"
    | "fault"
    | "text1",
    number
  >;
}

export interface RasterScene {
  ends: Float32Array;
  from: Int32Array;
  to: Int32Array;
  boxes: Float32Array;
  frames: Float32Array;
  pairs: Trunks;
  pods: Trunks;
  /** Boxes are cells of bodies: side by side, so that none grows to be seen from afar. */
  areCells: boolean;
}

export interface Sight extends Camera {
  width: number;
  height: number;
  /** Device px per CSS px. */
  density: number;
  level: Level;
  mode: Mode;
  /** Smooth edges; without it lines are hard and fast. */
  fine: boolean;
}

export type ToPainter =
  | { say: "theme"; theme: RasterTheme }
  | { say: "scene"; scene: RasterScene }
  | { say: "moved"; ends: Float32Array; boxes: Float32Array; pairEnds: Float32Array }
  | { say: "values"; values: Uint8Array }
  | { say: "flags"; flags: Uint8Array; devices: Uint8Array }
  | { say: "draw"; sight: Sight; turn?: number };

export interface Drawn {
  sight: Sight;
  /** Whose picture it is, where a Worker draws for one view after another. */
  turn?: number;
  /** The picture; null where the painter drew on the visible canvas itself. */
  picture: ImageBitmap | null;
  ms: number;
  cables: number;
}
