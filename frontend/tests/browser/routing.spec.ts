// The run panel: each routing asks only for what matters to it and can be run; what fails is broken where it says.
import type { Page } from "@playwright/test";
import { expect, openSample, test } from "./studio";
import { dumpOf } from "./tables";

/** By its name: the settings that the panel shows, and what is typed into one of them. */
const WAYS: Record<string, { asks: string[]; typed?: [string, string] }> = {
  "Flow hash": { asks: ["Sub-flows", "Hash seed"], typed: ["Sub-flows", "4"] },
  "E-ECMP": { asks: ["Queue pairs", "Hash seed"], typed: ["Queue pairs", "8"] },
  Flowlets: { asks: ["Period", "Hash seed"], typed: ["Period", "2000"] },
  "Least loaded": { asks: ["Period", "Hash seed"], typed: ["Period", "2000"] },
  Spraying: { asks: [] },
  "Static tables": { asks: [] },
  Planned: { asks: ["Sub-flows", "Hash seed"], typed: ["Sub-flows", "2"] },
  "Adaptive spraying": { asks: ["Period"], typed: ["Period", "2000"] },
};
const ALL = ["Sub-flows", "Queue pairs", "Period", "Hash seed"];

async function openPanel(page: Page): Promise<string> {
  await openSample(page);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByLabel("Iterations").fill("6");
  return new URL(page.url()).pathname;
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("combobox", { name: "Routing" }).click();
  await page.getByRole("option", { name: new RegExp(`^${name}`) }).click();
}

const column = (page: Page) => page.getByRole("complementary", { name: "Inspector and run" });

test("each routing is offered with what it does, asks only for what matters, and runs", async ({ page }) => {
  await openPanel(page);
  await page.getByRole("combobox", { name: "Routing" }).click();
  const options = page.getByRole("listbox", { name: "Routing" }).getByRole("option");
  await expect(options).toHaveCount(Object.keys(WAYS).length);
  for (const says of await options.locator("small").allTextContents()) expect(says).toMatch(/\w{3}.*\.$/);
  await page.keyboard.press("Escape");

  const made: string[] = [];
  for (const [name, { asks, typed }] of Object.entries(WAYS)) {
    await choose(page, name);
    for (const label of ALL)
      await expect(column(page).getByLabel(label, { exact: true })).toHaveCount(asks.includes(label) ? 1 : 0);
    if (typed) await page.getByLabel(typed[0], { exact: true }).fill(typed[1]);
    await page.getByRole("button", { name: "Start run" }).click();
    await expect(page).toHaveURL(/\/runs\//);
    made.push(new URL(page.url()).pathname);
    await page.getByRole("link", { name: /^(Settings|Run again)$/ }).click();
    // The panel of a run's settings shows what that run was given.
    await expect(page.getByRole("combobox", { name: "Routing" })).toHaveText(name);
    if (typed) await expect(page.getByLabel(typed[0], { exact: true })).toHaveValue(typed[1]);
  }
  const statuses = () =>
    Promise.all(
      made.map(async (path) => (await (await page.request.get(`/api/v1${path}`)).json()).status as string),
    );
  await expect.poll(statuses).toEqual(made.map(() => "finished"));
});

test("a switch and a cable that fail are marked, flagged in time, and routed around", async ({ page }) => {
  await openPanel(page);
  for (const name of ["spine-1", "leaf-2/p13"]) {
    await page.getByRole("button", { name: "Add a fault" }).click();
    await page.getByRole("combobox", { name: "Cable or switch that fails" }).fill(name);
    await page.getByRole("option", { name }).first().click();
  }
  await column(page)
    .getByRole("radiogroup", { name: /leaf-2\/p13.* is/ })
    .getByText("Down")
    .click();
  await column(page).getByLabel("Routed anew").fill("10");
  await page.getByRole("button", { name: "Start run" }).click();
  await expect(page.getByText("Finished", { exact: true })).toBeVisible();
  await expect(page.getByRole("slider", { name: "Moment of the run" })).toHaveAttribute(
    "aria-valuetext",
    /Fault: one cable down, one switch down/,
  );
});

test("forwarding tables of the real switches are read, told, and followed", async ({ page }) => {
  const fabric = (await openPanel(page)).split("/").at(-1);
  const { document } = await (await page.request.get(`/api/v1/fabrics/${fabric}`)).json();
  const give = async (text: string) => {
    const asked = page.waitForEvent("filechooser");
    await column(page)
      .locator("label", { hasText: /Choose files|Replace/ })
      .click();
    await (await asked).setFiles({ name: "lfts.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  };
  await choose(page, "Static tables");
  await column(page).getByRole("radiogroup", { name: "Tables" }).getByText("Imported").click();
  await give("no table");
  await expect(column(page).getByRole("alert")).toContainText("holds no forwarding table");
  await give(dumpOf(document));
  // By hand: 8 leaves and 4 spines, each with a port for every of the 24 × 4 adapters.
  await expect(column(page).getByText("12 switches")).toBeVisible();
  await expect(column(page).getByText("1,152 routes")).toBeVisible();
  await page.getByRole("button", { name: "Start run" }).click();
  await expect(page.getByText("Finished", { exact: true })).toBeVisible();
});
