// The colours of the canvas, read from the design tokens, and the tables that turn a value into colour and width.
import { HOT, UNKNOWN } from "./types";

const RAMP = ["u-0", "u-10", "u-20", "u-30", "u-40", "u-50", "u-60", "u-70", "u-80", "u-90"];
const DELTA = ["dl-3", "dl-2", "dl-1", "d-0", "dm-1", "dm-2", "dm-3"];
const PLAIN = {
  canvas: "canvas",
  raised: "raised",
  device: "device",
  deviceEdge: "device-edge",
  line: "line",
  line2: "line-2",
  text1: "text-1",
  text2: "text-2",
  text3: "text-3",
  accent: "accent",
  accentSoft: "accent-soft",
  accentLine: "accent-line",
  fault: "fault",
  error: "error",
  warn: "warn",
  onMark: "text-inv",
  cableRest: "cable-rest",
  unknown: "u-unknown",
  hot: "u-hot",
} as const;

export interface Theme {
  colours: Record<keyof typeof PLAIN, string>;
  tiers: string[];
  jobs: string[];
  ramp: string[];
  delta: string[];
  /** Widths at idle, 25, 50, 75 and 90 %. */
  widths: number[];
  font: string;
  cameraMs: number;
}

/** Read the tokens as they apply to an element. */
export function readTheme(element: Element): Theme {
  const computed = getComputedStyle(element);
  const token = (name: string) => computed.getPropertyValue(`--${name}`).trim();
  const colours = Object.fromEntries(
    Object.entries(PLAIN).map(([name, from]) => [name, token(from) || "#808080"]),
  ) as Theme["colours"];
  return {
    colours,
    tiers: [0, 1, 2, 3].map((tier) => token(`tier-${tier}`) || colours.deviceEdge),
    jobs: [1, 2, 3, 4, 5, 6, 7, 8].map((job) => token(`job-${job}`) || colours.accentLine),
    ramp: RAMP.map((name) => token(name) || colours.cableRest),
    delta: DELTA.map((name) => token(name) || colours.cableRest),
    widths: ["idle", "25", "50", "75", "90"].map(
      (name) => Number.parseFloat(token(`cable-w-${name}`)) || 0.75,
    ),
    font: token("font-tight") || "sans-serif",
    cameraMs: milliseconds(token("d-camera")),
  };
}

function milliseconds(duration: string): number {
  const value = Number.parseFloat(duration) || 0;
  return duration.endsWith("ms") ? value : value * 1000;
}

export type Rgb = [number, number, number];

/** Return the parts of "#rgb", "#rrggbb" or "rgb(r, g, b)", 0 to 255. */
export function parseColour(colour: string): Rgb {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(colour)?.[1];
  if (hex) {
    const wide = hex.length < 6 ? [...hex].map((digit) => digit + digit).join("") : hex;
    return [0, 2, 4].map((at) => Number.parseInt(wide.slice(at, at + 2), 16)) as Rgb;
  }
  const parts = colour.match(/[\d.]+/g)?.map(Number) ?? [];
  return [parts[0] ?? 128, parts[1] ?? 128, parts[2] ?? 128];
}

/** Return the colour as one pixel of ImageData: red in the lowest byte, opaque. */
export function packed([red, green, blue]: Rgb): number {
  return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
}

/** Return the colour at `share` (0 to 1) of a ramp of equally spaced steps. */
export function along(ramp: Rgb[], share: number): Rgb {
  const at = Math.min(1, Math.max(0, share)) * (ramp.length - 1);
  const step = Math.min(ramp.length - 2, Math.floor(at));
  const rest = at - step;
  return [0, 1, 2].map((part) =>
    Math.round(ramp[step][part] + (ramp[step + 1][part] - ramp[step][part]) * rest),
  ) as Rgb;
}

/** For each byte of a value: its colour, its width in px, and how far up it is drawn. */
export interface Scale {
  colour: Uint32Array;
  width: Float32Array;
  rank: Uint8Array;
}

/** The scale of utilisation: the ramp up to 90 %, then the hot colour. */
export function loadScale(theme: Theme): Scale {
  const ramp = theme.ramp.map(parseColour);
  const scale = emptyScale();
  const [idle, w25, w50, w75, w90] = theme.widths;
  for (let byte = 0; byte < UNKNOWN; byte++) {
    const share = byte / 254;
    const hot = byte >= HOT;
    scale.colour[byte] = packed(hot ? parseColour(theme.colours.hot) : along(ramp, share / 0.9));
    scale.width[byte] = hot ? w90 : share >= 0.75 ? w75 : share >= 0.5 ? w50 : share >= 0.25 ? w25 : idle;
    scale.rank[byte] = byte + 1;
  }
  scale.colour[UNKNOWN] = packed(parseColour(theme.colours.unknown));
  scale.width[UNKNOWN] = idle;
  return scale;
}

/** The scale of a signed change: 0 is -100 %, 127 no change, 254 is +100 %. */
export function deltaScale(theme: Theme): Scale {
  const ramp = theme.delta.map(parseColour);
  const scale = emptyScale();
  for (let byte = 0; byte < UNKNOWN; byte++) {
    const change = (byte - 127) / 127;
    scale.colour[byte] = packed(along(ramp, (change + 1) / 2));
    scale.width[byte] = theme.widths[0] + Math.abs(change) * 1.9;
    scale.rank[byte] = 1 + Math.round(Math.abs(change) * 254);
  }
  scale.colour[UNKNOWN] = packed(parseColour(theme.colours.unknown));
  scale.width[UNKNOWN] = theme.widths[0];
  return scale;
}

/** The scale of the drawing board: every cable at rest. */
export function restScale(theme: Theme): Scale {
  const scale = emptyScale();
  scale.colour.fill(packed(parseColour(theme.colours.cableRest)));
  scale.width.fill(theme.widths[0]);
  return scale;
}

function emptyScale(): Scale {
  return { colour: new Uint32Array(256), width: new Float32Array(256), rank: new Uint8Array(256) };
}
