// Drawing by hand: add, connect, delete, undo, redo; what is drawn is saved, and findings fly to their place.
import type { Page } from "@playwright/test";
import { expect, test } from "./studio";

const drawing = (page: Page) => page.getByRole("application");
const saved = (page: Page) => expect(page.getByRole("status").filter({ hasText: /^Saved/ })).toBeVisible();
const counts = (page: Page, devices: number, cables: number) =>
  expect(page.getByText(new RegExp(`^${devices} devices?, ${cables} cables?$`))).toBeVisible();

async function blankSheet(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: /Blank sheet/ }).click();
  await expect(page).toHaveURL(/\/f\//);
  await expect(drawing(page)).toBeVisible();
}

async function put(page: Page, kind: RegExp, x: number, y: number): Promise<void> {
  await page.getByRole("button", { name: kind }).first().click();
  await drawing(page).click({ position: { x, y } });
}

async function connect(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await page.getByRole("button", { name: /^Draw a cable/ }).click();
  const box = await drawing(page).boundingBox();
  if (!box) throw new Error("no drawing");
  await page.mouse.move(box.x + from[0], box.y + from[1]);
  await page.mouse.down();
  await page.mouse.move(box.x + to[0], box.y + to[1], { steps: 8 });
  await page.mouse.up();
}

test("what is added, connected and deleted by hand can be undone, redone, and is there after a reload", async ({
  page,
}) => {
  await blankSheet(page);
  await put(page, /^Add .*(QM|switch|Ethernet)/i, 420, 160);
  await put(page, /^Add .*(GPU|server|DGX)/i, 320, 380);
  await put(page, /^Add .*(GPU|server|DGX)/i, 520, 380);
  await counts(page, 3, 0);
  await connect(page, [320, 380], [420, 160]);
  await connect(page, [520, 380], [420, 160]);
  await counts(page, 3, 2);
  await saved(page);

  await page.getByRole("button", { name: /^Select and move/ }).click();
  await drawing(page).click({ position: { x: 420, y: 160 } });
  await page.getByRole("button", { name: /^Delete the selection/ }).click();
  await counts(page, 2, 0);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await counts(page, 3, 2);
  await page.getByRole("button", { name: /^Redo/ }).click();
  await counts(page, 2, 0);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await counts(page, 3, 2);
  await saved(page);
  await page.reload();
  await counts(page, 3, 2);
});

test("a piece is duplicated with its cables, copied and pasted, and rubbish on the clipboard is told in words", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await blankSheet(page);
  await put(page, /^Add .*(QM|switch|Ethernet)/i, 420, 160);
  await put(page, /^Add .*(GPU|server|DGX)/i, 320, 380);
  await connect(page, [320, 380], [420, 160]);
  await counts(page, 2, 1);

  // The host again, on the same switch.
  await page.getByRole("button", { name: /^Select and move/ }).click();
  await drawing(page).click({ position: { x: 320, y: 380 } });
  await page.keyboard.press("Control+d");
  await counts(page, 3, 2);
  await expect(page.getByText("1 selected")).toBeVisible();

  // All of it again: cables among the copies, none to the originals.
  await page.keyboard.press("Control+a");
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.keyboard.press("Control+c");
  await page.keyboard.press("Control+v");
  await counts(page, 6, 4);
  await page.keyboard.press("Control+z");
  await counts(page, 3, 2);
  await page.keyboard.press("Control+Shift+z");
  await counts(page, 6, 4);
  await saved(page);
  await page.reload();
  await counts(page, 6, 4);

  await page.evaluate(() => navigator.clipboard.writeText("three switches, please"));
  await drawing(page).click({ position: { x: 700, y: 300 } });
  await page.keyboard.press("Control+v");
  await expect(page.getByRole("alert").filter({ hasText: "no piece of a fabric" })).toBeVisible();
  await counts(page, 6, 4);
});

test("a server without a cable is found, and its finding leads to it", async ({ page }) => {
  await blankSheet(page);
  await put(page, /^Add .*(GPU|server|DGX)/i, 320, 380);
  await saved(page);
  const findings = page.getByRole("region", { name: "Findings" });
  await expect(findings.getByText(/cable/).first()).toBeVisible();
  await findings.getByRole("button").first().click();
  await expect(page.getByRole("complementary", { name: /Inspector/ })).toContainText(/server/i);
});

test("a name typed in the inspector is one operation with an inverse", async ({ page }) => {
  await blankSheet(page);
  await put(page, /^Add .*(QM|switch|Ethernet)/i, 420, 160);
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("leaf-red");
  await name.press("Enter");
  await saved(page);
  await expect(page.getByText("leaf-red").first()).toBeVisible();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(name).not.toHaveValue("leaf-red");
});
