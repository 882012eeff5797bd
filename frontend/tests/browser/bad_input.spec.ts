// Files that are no fabric: a clear answer where the work was, and nothing lost.
import { smallDump } from "./dumps";
import { expect, test } from "./studio";

const PICTURE = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex");

const give = async (page: import("@playwright/test").Page, name: string, buffer: Buffer) => {
  await page.goto("/import");
  const asked = page.waitForEvent("filechooser");
  await page.locator("label", { hasText: "Choose files" }).click();
  await (await asked).setFiles({ name, mimeType: "application/octet-stream", buffer });
};

test("a picture is refused in words that say what is read", async ({ page }) => {
  await give(page, "rack.png", PICTURE);
  await expect(page.getByRole("alert")).toContainText(/PNG|picture|image/i);
  await expect(page.getByRole("alert")).toContainText("ibnetdiscover");
});

test("an empty file is refused in words", async ({ page }) => {
  await give(page, "empty.out", Buffer.from(""));
  await expect(page.getByRole("alert")).toContainText(/empty/i);
});

test("a dump cut off in the middle gives what it holds and names the line", async ({ page }) => {
  const dump = smallDump();
  await give(page, "cut.out", dump.subarray(0, Math.floor(dump.length / 2)));
  await expect(page.getByRole("heading", { name: /Understood as/ })).toBeVisible();
  await expect(page.getByText(/cut off|ends in the middle/i).first()).toBeVisible();
});

test("an unknown address says so and leads home", async ({ page }) => {
  await page.goto("/f/00000000-0000-0000-0000-000000000000");
  await expect(page.getByRole("link", { name: /home/i }).first()).toBeVisible();
});
