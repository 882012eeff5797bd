// Every way of an all-reduce by one click: on the DGX H100 sample, and on a drawn fabric whose hosts are known inside.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, HAS_REAL_DUMP, openSample, REAL_DUMP, test } from "./studio";

const row = (page: Page, way: string) =>
  page
    .getByRole("table", { name: "Ways" })
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name: way, exact: true }) });

/** Compare all ways of the run panel's job, few iterations of it, and wait for the result. */
async function compareAll(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByLabel("Iterations").fill("5");
  await page.getByRole("button", { name: "Compare all ways" }).click();
  await expect(page).toHaveURL(/\/comparisons\//);
  await expect(page.getByRole("table", { name: "Ways" })).toBeVisible();
  await expect(page.getByText("best", { exact: true })).toBeVisible();
}

test("the DGX H100 sample is compared by one click and the table says who wins and what bounds it", async ({
  page,
}) => {
  test.skip(!HAS_REAL_DUMP, "the real dump lies outside of this repository");
  await page.goto("/import");
  const buffer = readFileSync(REAL_DUMP);
  const me = (await (await page.request.get("/api/v1/me")).json()) as { csrf: string };
  const answer = await page.request.post("/api/v1/fabrics/import", {
    headers: { "X-CSRFToken": me.csrf, Referer: page.url() },
    multipart: { file: { name: "dgx_h100.out", mimeType: "text/plain", buffer } },
  });
  const { id } = (await answer.json()) as { id: string };
  await page.goto(`/f/${id}`);
  await compareAll(page);
  await expect(page.getByRole("heading", { name: /times as fast as the ring/ })).toBeVisible();
  await expect(row(page, "All switches add")).toContainText(/1\.\d\d/);
  await expect(row(page, "All switches add")).toContainText("at most");
  await expect(row(page, "Edge servers")).toHaveCount(1);
  await row(page, "Ring").getByRole("button").click();
  await expect(page.getByRole("region", { name: "What bounds Ring" })).toContainText("the adapters");
});

test("a comparison is kept as a table, leads to its runs, and its ladder has a gate", async ({ page }) => {
  await openSample(page);
  await compareAll(page);
  const kept = page.waitForEvent("download");
  await page.getByRole("button", { name: "Table as CSV" }).click();
  expect((await kept).suggestedFilename()).toMatch(/\.csv$/);

  await page.getByRole("link", { name: "What to try first" }).click();
  await expect(page.getByText("Gate", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("region", { name: /^Network/ })).toContainText("all_reduce_perf");

  await page.getByRole("link", { name: "All ways" }).click();
  await row(page, "All switches add").getByRole("link", { name: /^run/ }).click();
  await expect(page).toHaveURL(/\/runs\//);
  await page.getByRole("button", { name: "Compare all ways" }).click();
  await expect(page).toHaveURL(/\/comparisons\//);
  await page.goto("/comparisons");
  await expect(page.getByRole("table", { name: "Comparisons" }).getByRole("row")).not.toHaveCount(1);
});
