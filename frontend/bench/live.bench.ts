// The live path against its bars: from the click to the first picture, and a minute of a paced run.
import type { Page } from "@playwright/test";
import { expect, HAS_REAL_DUMP, REAL_DUMP, test } from "../tests/browser/studio";
import { type Figure, judge, quantile } from "./figures";
import { type Tapped, tap } from "./tap";

const WARM_RUNS = 5;
const MINUTE_MS = 60_000;
const PACE = "100"; // simulated ms a second

const figures: Figure[] = [];

const tapped = (page: Page) => page.evaluate(() => (globalThis as unknown as { tapped: Tapped }).tapped);

/** Click "Start run" in the open run panel; return how long it took until a frame of the run was on the screen. */
async function firstPicture(page: Page): Promise<{ ms: number; cameMs: number; seq: number }> {
  await page.getByRole("button", { name: "Start run" }).click();
  await page.waitForFunction(
    () => (globalThis as unknown as { tapped: Tapped }).tapped.painted.length > 0,
    null,
    { polling: 20, timeout: 30_000 },
  );
  const { clickedMs, arrived, painted } = await tapped(page);
  const [seq, paintedMs] = painted[0];
  return { ms: paintedMs - clickedMs, cameMs: arrived[0].cameMs - clickedMs, seq };
}

async function openPanel(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Run panel" }).click();
}

/** From a run that goes on back to its fabric's run panel, over the page's own links. */
async function stopAndGoBack(page: Page): Promise<void> {
  const cancel = page.getByRole("button", { name: "Cancel" });
  if (await cancel.isVisible()) await cancel.click();
  await expect(page.getByText(/^(Cancelled|Finished)$/)).toBeVisible();
  await page.getByRole("link", { name: "Run again" }).click();
  await expect(page.getByRole("button", { name: "Start run" })).toBeEnabled();
}

async function choosePace(page: Page): Promise<void> {
  await page.getByLabel("Iterations").fill("100000");
  await page
    .locator("label")
    .filter({ hasText: new RegExp(`^${PACE}$`) })
    .click();
}

async function importDump(page: Page): Promise<void> {
  await page.goto("/");
  const asked = page.waitForEvent("filechooser");
  await page.locator("label", { hasText: "Choose files" }).click();
  await (await asked).setFiles(REAL_DUMP);
  await page.getByRole("button", { name: /^Import / }).click();
  await expect(page).toHaveURL(/\/f\//);
}

test.beforeEach(({ page }) => page.addInitScript(tap));
test.describe.configure({ mode: "serial" });

test("from the click to the first picture", async ({ page }) => {
  await page.goto("/");
  await page
    .getByRole("link", { name: /Four rails/ })
    .first()
    .click();
  await openPanel(page);
  const cold = await firstPicture(page);
  figures.push({
    name: "click to first live frame, cold",
    value: cold.ms,
    unit: "ms",
    bar: { most: 2000 },
    says: `the studio's first run; with the page after ${Math.round(cold.cameMs)} ms`,
  });
  await stopAndGoBack(page);
  for (const how of ["as fast as possible", "paced"]) {
    if (how === "paced") await choosePace(page);
    const warm = [];
    for (let run = 0; run < WARM_RUNS; run++) {
      warm.push(await firstPicture(page));
      await stopAndGoBack(page);
    }
    const came = quantile(
      warm.map((one) => one.cameMs),
      0.5,
    );
    figures.push({
      name: `click to first live frame, warm, ${how}`,
      value: quantile(
        warm.map((one) => one.ms),
        0.5,
      ),
      unit: "ms",
      bar: { most: 300 },
      says: `median of ${warm.map((one) => Math.round(one.ms)).join(", ")}; with the page after ${Math.round(came)} ms`,
    });
  }
});

test("a minute of a paced run", async ({ page }) => {
  if (HAS_REAL_DUMP) await importDump(page);
  else {
    await page.goto("/");
    await page
      .getByRole("link", { name: /Four rails/ })
      .first()
      .click();
  }
  await openPanel(page);
  await choosePace(page);
  const first = await firstPicture(page);
  const where = HAS_REAL_DUMP ? "imported fabric of 1,074 cables" : "sample fabric";
  figures.push({ name: `click to first live frame, ${where}`, value: first.ms, unit: "ms" });
  const begun = Date.now();
  await page.waitForTimeout(MINUTE_MS);
  const { arrived, painted } = await tapped(page);
  const bySeq = new Map(arrived.map((frame) => [frame.seq, frame]));
  const shown = painted
    .filter(([, at]) => at >= begun && at < begun + MINUTE_MS)
    .map(([seq, at]) => ({ at, frame: bySeq.get(seq) as Tapped["arrived"][number] }));
  const pairs = shown.slice(1).map(({ frame }, i) => [shown[i].frame, frame]);
  const ages = shown.map(({ at, frame }) => at - frame.madeMs);
  const share = (count: number) => (100 * count) / pairs.length;
  const seconds = (shown[shown.length - 1].at - shown[0].at) / 1000;
  figures.push(
    {
      name: "frames on the screen a second, for 60 s",
      value: pairs.length / seconds,
      unit: "1/s",
      bar: { least: 9.9 },
      says: `10 a second are made; ${shown.length} in ${seconds.toFixed(1)} s, ${where}`,
    },
    {
      name: "of a new simulated time",
      value: share(pairs.filter(([was, is]) => is.simulatedS > was.simulatedS).length),
      unit: "%",
      bar: { least: 100 },
    },
    {
      name: "different in their loads",
      value: share(pairs.filter(([was, is]) => is.bytes !== was.bytes).length),
      unit: "%",
      bar: { least: 90 },
    },
    {
      name: "from publish to paint, p95",
      value: quantile(ages, 0.95),
      unit: "ms",
      bar: { most: 150 },
      says: `median ${Math.round(quantile(ages, 0.5))} ms, most ${Math.round(quantile(ages, 1))} ms`,
    },
    {
      name: "from publish to the page, p95",
      value: quantile(
        shown.map(({ frame }) => frame.cameMs - frame.madeMs),
        0.95,
      ),
      unit: "ms",
    },
  );
  await stopAndGoBack(page);
});

test.afterAll(() => judge("The live page", figures));
