// A drawing is judged and handed on: a finding accepted, a cut asked for, files written and refused, a bill added up.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "./studio";

const below = (page: Page) => page.getByRole("region", { name: "Findings, cuts and operations" });

/** Four leaves with eight hosts each below four spines, 400 Gb/s everywhere, and one host taken away. */
async function lopsided(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: /^Leaf-spine/i }).click();
  await page.getByRole("button", { name: /^Create 8 switches, 48 cables/ }).click();
  await expect(page).toHaveURL(/\/f\//);
  const outline = page.getByRole("region", { name: "Outline" });
  await outline.getByRole("button", { name: /^Hosts/ }).click();
  await outline.getByRole("button", { name: /^host-1\b/ }).click();
  await page.getByRole("button", { name: /^Delete the selection/ }).click();
  await expect(page.getByText(/^39 devices, 47 cables$/)).toBeVisible();
}

test("findings are accepted, halves are cut, a schedule is kept, a refusal says why, and a bill adds up", async ({
  page,
}) => {
  await lopsided(page);

  const open = below(page).getByRole("list", { name: "Open findings" }).getByRole("listitem");
  const accepted = below(page).getByRole("list", { name: "Accepted findings" }).getByRole("listitem");
  const alone = open.filter({ hasText: /31 of 31 cabled hosts hang on one switch alone/ });
  await alone.getByRole("button", { name: "Accept" }).click();
  await page.getByLabel("Why it is accepted").fill("one adapter each, as bought");
  await page.keyboard.press("Enter");
  await expect(accepted).toContainText("Accepted: one adapter each, as bought");
  await expect(alone).toHaveCount(0);
  await page.getByRole("button", { name: /^Undo: Accept single.leaf/ }).click();
  await expect(accepted).toHaveCount(0);
  await page.getByRole("button", { name: /^Redo/ }).click();
  await expect(accepted).toHaveCount(1);

  // By hand: 7 hosts of 400 Gb/s send 2.8 Tb/s, the 4 uplinks of their leaf carry 1.6 of them, 57.1 %.
  await below(page).getByRole("tab", { name: "Cuts" }).click();
  await page
    .getByRole("region", { name: "Outline" })
    .getByRole("button", { name: /^leaf-1\b/ })
    .click();
  await page.getByRole("button", { name: "The selection is half A" }).click();
  await expect(page.getByLabel("Half A", { exact: true })).toHaveValue("unit-1");
  await page.getByRole("button", { name: "What gets across" }).click();
  const cut = below(page).getByRole("status");
  await expect(cut).toContainText("1.6 Tb/s at most each way, 57.1 % of what half A can send");
  await expect(cut).toContainText("4 cables");
  await page.getByLabel("Half B", { exact: true }).fill("nobody");
  await page.getByRole("button", { name: "What gets across" }).click();
  await expect(below(page).getByText(/no host is meant by nobody/)).toBeVisible();

  await page.getByRole("button", { name: "Export" }).click();
  const exports = page.getByRole("region", { name: "Export" });
  const kept = page.waitForEvent("download");
  await exports.getByRole("button", { name: "Cable schedule: CSV" }).click();
  expect((await kept).suggestedFilename()).toMatch(/\.(csv|zip)$/);
  expect((await readFile(await (await kept).path())).length).toBeGreaterThan(0);
  await expect(exports.getByRole("status")).toContainText("was written");
  await exports.getByRole("button", { name: "ASTRA-sim network yml" }).click();
  await expect(exports.getByRole("alert")).toContainText("leaf-1 carries 2800 Gb/s down and 1600 up");

  await exports.getByRole("link", { name: "Bill of materials" }).click();
  await expect(page).toHaveURL(/\/bill$/);
  const bill = page.getByRole("table", { name: "Bill of materials" });
  // 31 hosts, 4 leaves, 4 spines; 31 cables to hosts and 16 between switches.
  await expect(bill.getByRole("row", { name: /^In all 86 / })).toBeVisible();
  const table = page.waitForEvent("download");
  await page.getByRole("button", { name: "Keep as CSV" }).click();
  expect((await table).suggestedFilename()).toMatch(/-bill\.csv$/);
});
