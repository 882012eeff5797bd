// A run that is watched: numbers move, a reload finds it again, it can be cancelled, and it is replayed when it has ended.
import type { Page } from "@playwright/test";
import { expect, openSample, test } from "./studio";

const simulated = (page: Page) => page.locator(".readout", { hasText: "Simulated time" }).locator(".value");

async function startPaced(page: Page, iterations: number): Promise<void> {
  await openSample(page);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByLabel("Iterations").fill(String(iterations));
  await page.getByRole("radiogroup", { name: "Pace" }).getByText("250", { exact: true }).click();
  await page.getByRole("button", { name: "Start run" }).click();
  await expect(page).toHaveURL(/\/runs\//);
}

test("a paced run moves, survives a reload, and stops when it is cancelled", async ({ page }) => {
  await startPaced(page, 2_000);
  await expect(page.getByText("Running", { exact: true })).toBeVisible();
  const first = await simulated(page).textContent();
  await expect.poll(() => simulated(page).textContent()).not.toBe(first);
  const drawn = await page.getByRole("application").screenshot();
  await expect.poll(async () => (await page.getByRole("application").screenshot()).equals(drawn)).toBe(false);

  await page.reload();
  await expect(page.getByText("Running", { exact: true })).toBeVisible();
  const again = await simulated(page).textContent();
  await expect.poll(() => simulated(page).textContent()).not.toBe(again);

  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Cancelled", { exact: true })).toBeVisible();
});

test("an ended run is replayed from its record after a reload", async ({ page }) => {
  await startPaced(page, 60);
  await expect(page.getByText("Finished", { exact: true })).toBeVisible();
  await page.reload();
  const slider = page.getByRole("slider", { name: "Moment of the run" });
  await slider.focus();
  await slider.press("Home");
  const early = await simulated(page).textContent();
  await slider.press("End");
  await expect.poll(() => simulated(page).textContent()).not.toBe(early);
});
