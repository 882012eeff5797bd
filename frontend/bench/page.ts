// The page that the bench drives: one canvas, fabrics by name, and a clock round each measured act.
import "../src/styles/fonts";
import "../src/styles/tokens.css";
import type { Marks, Selected } from "../src/canvas/types";
import { FabricView } from "../src/canvas/view";
import type { FabricDocument } from "../src/fabric/document";
import { fatTree, leafSpine, railOptimised } from "../src/fabric/samples";
import { sceneMaker } from "../src/fabric/scene";

const FABRICS: Record<string, () => FabricDocument> = {
  fat8: () => fatTree(8),
  fat16: () => fatTree(16),
  rails: () => railOptimised(8, 4, 32, 8),
  slab: () => leafSpine(240, 64, 19),
};

const host = document.querySelector<HTMLElement>("#canvas");
if (!host) throw new Error("no place for the canvas");
let view: FabricView | null = null;
let cables = 0;
let seed = 1;

/** The numbers of a fixed sequence, 0 to 1: the same picture in every run. */
function next(): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 4294967296;
}

// Mean load of twelve regions of a fabric: two jobs, and background elsewhere.
const REGIONS = [0.08, 0.62, 0.68, 0.6, 0.65, 0.12, 0.1, 0.35, 0.3, 0.14, 0.1, 0.05];

/** Loads as a run has them: the cables of jobs warm, the rest cool, a few hot. */
function loads(): Uint8Array {
  const bytes = new Uint8Array(2 * cables);
  for (let at = 0; at < bytes.length; at++) {
    const mean = REGIONS[Math.floor((REGIONS.length * at * 3) / bytes.length) % REGIONS.length];
    const hot = next() > 0.997;
    bytes[at] = Math.round(254 * (hot ? 0.92 + 0.08 * next() : mean * (0.6 + 0.6 * next())));
  }
  return bytes;
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** Wait for the next picture, at most a second: nothing comes where nothing changed. */
async function painted(): Promise<void> {
  const before = view?.stats().frames ?? 0;
  const begun = performance.now();
  while ((view?.stats().frames ?? 0) <= before && performance.now() - begun < 1000) await frame();
  await frame();
}

async function show(name: string | FabricDocument, theme: string): Promise<Record<string, number>> {
  document.documentElement.dataset.theme = theme;
  view?.destroy();
  const sheet = typeof name === "string" ? FABRICS[name]() : name;
  cables = sheet.cables.length;
  seed = 1;
  const begun = performance.now();
  const scene = sceneMaker().scene(sheet);
  const laidOut = performance.now();
  view = new FabricView(host as HTMLElement);
  view.setScene(scene);
  await painted();
  const first = performance.now() - begun;
  return { devices: sheet.devices.length, cables, layoutMs: laidOut - begun, firstPaintMs: first };
}

/** Move the sight each frame for a while; returns the frames a second, the slow ones, and the pictures drawn anew. */
async function pan(ms: number): Promise<Record<string, number>> {
  if (!view) throw new Error("nothing shown");
  const begun = performance.now();
  const before = view.stats().frames;
  const gaps: number[] = [];
  const raster: number[] = [];
  const main: number[] = [];
  let last = begun;
  for (let step = 0; performance.now() - begun < ms; step++) {
    view.panBy(6 * Math.cos(step / 20), 3 * Math.sin(step / 20));
    const now = await frame();
    gaps.push(now - last);
    last = now;
    raster.push(view.stats().rasterMs);
    main.push(view.stats().mainMs);
  }
  const seconds = (performance.now() - begun) / 1000;
  return {
    fps: gaps.length / seconds,
    p95FrameMs: share(gaps, 0.95),
    fresh: (view.stats().frames - before) / seconds,
    rasterMs: share(raster, 0.5),
    mainMs: share(main, 0.5),
  };
}

function share(values: number[], at: number): number {
  const sorted = [...values].sort((one, two) => one - two);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? Number.NaN;
}

/** Give every cable a new load ten times a second; returns the ticks painted and the main thread's time for each. */
async function recolour(ms: number): Promise<Record<string, number>> {
  if (!view) throw new Error("nothing shown");
  view.setMode("load");
  view.setUtilisation(loads());
  await painted();
  const frames = Array.from({ length: Math.round(ms / 100) }, loads);
  const main: number[] = [];
  const raster: number[] = [];
  const begun = performance.now();
  const before = view.stats().frames;
  for (const [tick, bytes] of frames.entries()) {
    while (performance.now() - begun < tick * 100) await frame();
    const start = performance.now();
    view.setUtilisation(bytes);
    const said = performance.now() - start;
    await painted();
    main.push(said + view.stats().mainMs);
    raster.push(view.stats().rasterMs);
  }
  const seconds = (performance.now() - begun) / 1000;
  const hertz = (view.stats().frames - before) / seconds;
  return { hertz, p95MainMs: share(main, 0.95), rasterMs: share(raster, 0.5) };
}

function load(): void {
  view?.setMode("load");
  view?.setUtilisation(loads());
}

Object.assign(globalThis, {
  bench: {
    show,
    pan,
    recolour,
    load,
    settled: async () => {
      await painted();
      await new Promise((resolve) => setTimeout(resolve, 300));
    },
    select: (selected: Selected) => view?.select(selected),
    marks: (marks: Marks) => view?.setMarks(marks),
    mode: (mode: "edit" | "load" | "delta") => view?.setMode(mode),
    delta: () => {
      view?.setMode("delta");
      view?.setDelta(Array.from({ length: cables }, () => (next() - 0.5) * (next() > 0.8 ? 2 : 0.3)));
    },
    zoom: (factor: number) => view?.zoomBy(factor),
    zoomTo: (zoom: number) => view?.zoomBy(zoom / (view?.cameraNow().zoom ?? 1)),
    fly: (ids: string[]) => view?.flyTo(ids),
    stats: () => view?.stats(),
    view: () => view,
    histogram: () => view?.histogram(),
  },
});
