// What all charts of ours share: a canvas at the screen's density, scales, axes and words, in the theme's colours.

export interface Scale {
  (value: number): number;
  domain: [number, number];
}

export interface Colours {
  of(name: string): string;
}

/** Theme colours by token name, read once a drawing. */
export function themeColours(element: Element = document.documentElement): Colours {
  const style = getComputedStyle(element);
  const cache = new Map<string, string>();
  return {
    of(name) {
      let value = cache.get(name);
      if (value === undefined) {
        value = style.getPropertyValue(`--${name}`).trim();
        cache.set(name, value);
      }
      return value;
    },
  };
}

export function linear(domain: [number, number], range: [number, number]): Scale {
  const span = domain[1] - domain[0] || 1;
  const scale = (value: number) => range[0] + ((value - domain[0]) / span) * (range[1] - range[0]);
  return Object.assign(scale, { domain });
}

export function logarithmic(domain: [number, number], range: [number, number]): Scale {
  const [low, high] = [Math.log10(domain[0]), Math.log10(domain[1])];
  const span = high - low || 1;
  const scale = (value: number) =>
    range[0] + ((Math.log10(Math.max(value, domain[0])) - low) / span) * (range[1] - range[0]);
  return Object.assign(scale, { domain });
}

/** Round values between the ends, about `count` of them, at steps of 1, 2, 2.5 or 5 times a power of ten. */
export function ticks([low, high]: [number, number], count: number): number[] {
  const span = high - low;
  if (!(span > 0)) return [low];
  const raw = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= raw * 0.999) ?? 10 * power;
  const values: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++)
    values.push(Number((i * step).toPrecision(12)));
  return values;
}

export interface Plot {
  g: CanvasRenderingContext2D;
  width: number;
  height: number;
  colours: Colours;
}

/** Size the canvas to its box and give it back clean. Null while it has no size. */
export function prepare(canvas: HTMLCanvasElement): Plot | null {
  const { clientWidth: width, clientHeight: height } = canvas;
  const g = canvas.getContext("2d");
  if (!g || !width || !height) return null;
  const density = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * density), Math.round(height * density)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  g.setTransform(density, 0, 0, density, 0, 0);
  g.clearRect(0, 0, width, height);
  g.lineCap = "butt";
  return { g, width, height, colours: themeColours(canvas) };
}

export const crisp = (value: number): number => Math.round(value) + 0.5;

interface LineStyle {
  colour: string;
  width?: number;
  dash?: number[];
}

export function polyline(
  g: CanvasRenderingContext2D,
  points: readonly [number, number][],
  style: LineStyle,
): void {
  if (points.length < 2) return;
  g.strokeStyle = style.colour;
  g.lineWidth = style.width ?? 1;
  g.setLineDash(style.dash ?? []);
  g.beginPath();
  for (const [i, [x, y]] of points.entries()) i ? g.lineTo(x, y) : g.moveTo(x, y);
  g.stroke();
  g.setLineDash([]);
}

interface WordStyle {
  colour?: string;
  align?: CanvasTextAlign;
  weight?: number;
  size?: number;
  /** Token of the ground, drawn round the letters where they stand on marks. */
  ground?: string;
}

export function word(
  { g, colours }: Plot,
  text: string,
  x: number,
  y: number,
  style: WordStyle = {},
): number {
  g.font = `${style.weight ?? 400} ${style.size ?? 11}px ${colours.of("font-tight")}`;
  g.fillStyle = style.colour ?? colours.of("text-3");
  g.textAlign = style.align ?? "left";
  g.textBaseline = "alphabetic";
  if (style.ground) {
    g.strokeStyle = colours.of(style.ground);
    g.lineWidth = 4;
    g.lineJoin = "round";
    g.strokeText(text, x, y);
  }
  g.fillText(text, x, y);
  return g.measureText(text).width;
}

interface Axes {
  left: number;
  top: number;
  right: number;
  bottom: number;
  x: Scale;
  y: Scale;
  xTicks: readonly { at: number; text: string }[];
  yTicks: readonly { at: number; text: string }[];
}

/** Horizontal rules with their values, values below, and the base line. */
export function drawAxes(plot: Plot, axes: Axes): void {
  const { g, colours } = plot;
  for (const tick of axes.yTicks) {
    const y = crisp(axes.y(tick.at));
    polyline(
      g,
      [
        [axes.left, y],
        [axes.right, y],
      ],
      { colour: colours.of("line") },
    );
    word(plot, tick.text, axes.left - 8, y + 3.5, { align: "right" });
  }
  const base = crisp(axes.bottom);
  polyline(
    g,
    [
      [axes.left, base],
      [axes.right, base],
    ],
    { colour: colours.of("line-2") },
  );
  for (const tick of axes.xTicks) {
    const x = crisp(axes.x(tick.at));
    polyline(
      g,
      [
        [x, base],
        [x, base + 4],
      ],
      { colour: colours.of("line-2") },
    );
    word(plot, tick.text, x, base + 16, { align: "center" });
  }
}

/** Diagonal hatching: not simulated yet. */
export function hatch({ g, colours }: Plot, x: number, y: number, width: number, height: number): void {
  if (width <= 0 || height <= 0) return;
  g.save();
  g.beginPath();
  g.rect(x, y, width, height);
  g.clip();
  g.strokeStyle = colours.of("line");
  g.lineWidth = 1;
  g.beginPath();
  for (let at = x - height; at < x + width; at += 9) {
    g.moveTo(at, y + height);
    g.lineTo(at + height, y);
  }
  g.stroke();
  g.restore();
}

/** A flag on a time axis: here a fault begins or ends. */
export function flag({ g, colours }: Plot, x: number, top: number, bottom: number): void {
  const at = crisp(x);
  polyline(
    g,
    [
      [at, top],
      [at, bottom],
    ],
    { colour: colours.of("fault") },
  );
  g.fillStyle = colours.of("fault");
  g.beginPath();
  g.moveTo(at - 4.5, top);
  g.lineTo(at + 4.5, top);
  g.lineTo(at, top + 7);
  g.fill();
}
