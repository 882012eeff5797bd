// Measures the canvas as the house holds it: node bench/canvas.mjs [--json]. Exit code 1 when a bar is missed.
import { withPage } from "./serve.mjs";

const SIZE = { width: 1600, height: 900 };

/** Each figure with its bar; "most" and "least" say which side is good. */
function judged(name, value, unit, bar) {
  const holds = bar.most !== undefined ? value <= bar.most : value >= bar.least;
  return { name, value: Math.round(value * 10) / 10, unit, ...bar, holds };
}

const figures = await withPage(SIZE, async (page) => {
  const run = (act, ...given) => page.evaluate(([name, args]) => bench[name](...args), [act, given]);
  await run("show", "rails", "dark"); // the Worker and the fonts are there from now on, as in a warm page
  const first = await run("show", "fat16", "dark");
  const panned = await run("pan", 3000);
  const recoloured = await run("recolour", 5000);
  await run("zoomTo", 0.4);
  const cables = await run("pan", 3000);
  const cablesRecoloured = await run("recolour", 3000);
  const slab = await run("show", "slab", "dark");
  const slabRecoloured = await run("recolour", 3000);
  await run("zoomTo", 0.3);
  const slabPanned = await run("pan", 3000);
  const large = `${slab.devices} devices, ${slab.cables} cables`;
  return [
    judged("k = 16: first paint", first.firstPaintMs, "ms", { most: 1000 }),
    judged("k = 16: of that, layout and scene", first.layoutMs, "ms", { most: 100 }),
    judged("k = 16: pan, all in sight", panned.fps, "fps", { least: 50 }),
    judged("k = 16: pan, pictures drawn anew", panned.fresh, "fps", { least: 50 }),
    judged("k = 16: pan, 95 % of frames within", panned.p95FrameMs, "ms", { most: 33 }),
    judged("k = 16: pan among cables", cables.fps, "fps", { least: 50 }),
    judged("k = 16: pan among cables, pictures drawn anew", cables.fresh, "fps", { least: 50 }),
    judged("k = 16: recolour, all in sight", recoloured.hertz, "Hz", { least: 9.5 }),
    judged("k = 16: main thread a tick, p95", recoloured.p95MainMs, "ms", { most: 8 }),
    judged("k = 16: recolour among cables", cablesRecoloured.hertz, "Hz", { least: 9.5 }),
    judged("k = 16: main thread a tick among cables, p95", cablesRecoloured.p95MainMs, "ms", { most: 8 }),
    judged(`${large}: first paint`, slab.firstPaintMs, "ms", { most: 2000 }),
    judged(`${large}: recolour`, slabRecoloured.hertz, "Hz", { least: 9.5 }),
    judged(`${large}: main thread a tick, p95`, slabRecoloured.p95MainMs, "ms", { most: 8 }),
    judged(`${large}: pan`, slabPanned.fps, "fps", { least: 30 }),
    judged(`${large}: pan, pictures drawn anew`, slabPanned.fresh, "fps", { least: 30 }),
  ];
});

if (process.argv.includes("--json")) console.log(JSON.stringify({ bench: "canvas", figures }));
else {
  for (const { name, value, unit, most, least, holds } of figures) {
    const bar = most !== undefined ? `at most ${most}` : `at least ${least}`;
    console.log(
      `${holds ? "holds " : "MISSED"}  ${String(value).padStart(8)} ${unit.padEnd(4)} ${bar.padEnd(14)} ${name}`,
    );
  }
}
process.exitCode = figures.every((figure) => figure.holds) ? 0 : 1;
