// Large fabrics against their bars: opened, a device moved by hand, and that saved.
import type { Page } from "@playwright/test";
import { expect, test } from "../tests/browser/studio";
import { type Figure, judge, quantile } from "./figures";

const PAUSE_MS = 400; // fabric/saving.ts waits so long for further edits
const TIMES = 3;

const LARGE = [
  {
    title: "16,384 GPUs",
    template: "rail-optimised-pods",
    parameters: {
      pods: 8,
      units_per_pod: 8,
      hosts_per_unit: 32,
      rails: 8,
      spines_per_rail: 8,
      leaf_cables: 4,
      cores_per_group: 32,
      core_cables: 1,
      gpus_per_host: 8,
    },
    counts: "3,328 devices, 49,152 cables",
    device: "core-1-1",
  },
  {
    title: "fat tree, k = 48",
    template: "fat-tree",
    parameters: { k: 48 },
    counts: "30,528 devices, 82,944 cables",
    device: "core-1",
  },
];

/** What the page notes of itself: pictures drawn, long tasks, and the way of an edit; ms since navigation. */
interface Noted {
  pictures: number[];
  tasks: [number, number][];
  droppedMs: number;
  savedMs: number;
}

const figures: Figure[] = [];

/** Sent to the page as text before anything else runs there. */
function note(): void {
  const noted: Noted = { pictures: [], tasks: [], droppedMs: 0, savedMs: 0 };
  Object.assign(globalThis, { noted });
  const shown = ImageBitmapRenderingContext.prototype.transferFromImageBitmap;
  ImageBitmapRenderingContext.prototype.transferFromImageBitmap = function (bitmap) {
    shown.call(this, bitmap);
    requestAnimationFrame(() => noted.pictures.push(performance.now()));
  };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) noted.tasks.push([startTime, duration]);
  }).observe({ type: "longtask", buffered: true });
  addEventListener(
    "pointerup",
    () => Object.assign(noted, { droppedMs: performance.now(), savedMs: 0 }),
    true,
  );
  const looked = new MutationObserver(() => {
    const says = document.querySelector(".saved")?.textContent ?? "";
    if (noted.droppedMs > 0 && noted.savedMs === 0 && says.startsWith("Saving")) noted.savedMs = -1;
    if (noted.savedMs === -1 && says.startsWith("Saved")) noted.savedMs = performance.now();
  });
  looked.observe(document, { subtree: true, childList: true, characterData: true });
}

const noted = (page: Page) => page.evaluate(() => (globalThis as unknown as { noted: Noted }).noted);

async function make(page: Page, template: string, parameters: object): Promise<string> {
  await page.goto("/");
  return page.evaluate(
    async ([name, given]) => {
      const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
      const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
      const post = async (path: string, body: object) => {
        const answer = await fetch(`/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        return answer.json();
      };
      const made = await post(`/templates/${name}`, { parameters: given });
      return (await post("/fabrics", { name, document: made.document })).id as string;
    },
    [template, parameters] as const,
  );
}

/** Open the fabric by its address; return how long it took until it was on the screen. */
async function open(page: Page, id: string, counts: string): Promise<number> {
  await page.goto(`/f/${id}`);
  await expect(page.getByText(counts, { exact: true })).toBeVisible();
  await expect.poll(async () => (await noted(page)).pictures.length).toBeGreaterThan(0);
  return (await noted(page)).pictures[0];
}

/** Move the device in the middle of the drawing by hand and wait until that is saved. */
async function move(page: Page): Promise<{ shownMs: number; savedMs: number; longestMs: number }> {
  const box = await page.getByRole("application").boundingBox();
  if (!box) throw new Error("no drawing");
  const [x, y] = [box.x + 160 + (box.width - 184) / 2, box.y + 44 + (box.height - 108) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + 20, { steps: 6 });
  await page.mouse.move(x, y, { steps: 6 });
  await page.waitForTimeout(300);
  await page.mouse.up();
  await expect.poll(async () => (await noted(page)).savedMs, { intervals: [50] }).toBeGreaterThan(0);
  await page.waitForTimeout(400);
  const { pictures, tasks, droppedMs, savedMs } = await noted(page);
  const shown = pictures.find((at) => at > droppedMs) ?? Number.NaN;
  const during = tasks.filter(([at, took]) => at + took > droppedMs && at < savedMs).map(([, took]) => took);
  return {
    shownMs: shown - droppedMs,
    savedMs: savedMs - droppedMs - PAUSE_MS,
    longestMs: Math.max(0, ...during),
  };
}

test.beforeEach(({ page }) => page.addInitScript(note));
test.describe.configure({ mode: "serial" });

for (const { title, template, parameters, counts, device } of LARGE) {
  test(title, async ({ page }) => {
    const id = await make(page, template, parameters);
    const opened: number[] = [];
    for (let time = 0; time < TIMES; time++) opened.push(await open(page, id, counts));
    const says = `median of ${opened.map(Math.round).join(", ")}`;
    const name = (what: string) => `${title}: ${what}`;
    figures.push({
      name: name("opened"),
      value: quantile(opened, 0.5),
      unit: "ms",
      bar: { most: 3000 },
      says,
    });
    await page
      .locator("label")
      .filter({ hasText: /^Physical$/ })
      .click();
    await page.getByRole("region", { name: "Outline" }).getByRole("button", { name: device }).first().click();
    await page.waitForTimeout(1500); // the camera flies there
    const moves: Awaited<ReturnType<typeof move>>[] = [];
    for (let time = 0; time < TIMES; time++) moves.push(await move(page));
    // The bars of an edit are those of 16,384 GPUs; what it takes on a larger fabric is watched.
    const bar = (most: number) => (title === LARGE[0].title ? { most } : undefined);
    const middle = (of: (one: (typeof moves)[number]) => number) => quantile(moves.map(of), 0.5);
    figures.push(
      {
        name: name("edit on the screen"),
        value: middle((one) => one.shownMs),
        unit: "ms",
        bar: { most: 150 },
      },
      { name: name("edit saved"), value: middle((one) => one.savedMs), unit: "ms", bar: bar(300) },
      { name: name("longest task of an edit"), value: middle((one) => one.longestMs), unit: "ms" },
    );
  });
}

test.afterAll(() => judge("Large fabrics", figures));
