// Files that people have: several in one drop, what was understood of them, and what is said before they are saved.
import type { Page } from "@playwright/test";
import { expect, test } from "./studio";

/** What a leaf says of its neighbours, as lldpctl prints it: port of the leaf, and the host behind it. */
function neighbours(...links: [port: string, host: string][]): Buffer {
  const interfaces = links.map(([port, host]) => ({
    [port]: {
      chassis: { [host]: { id: { type: "mac", value: `mac of ${host}` } } },
      port: { id: { type: "ifname", value: port === "swp9" ? "swp9" : "eth0" } },
    },
  }));
  return Buffer.from(JSON.stringify({ lldp: { interface: interfaces } }));
}

async function dropTwoLeaves(page: Page): Promise<void> {
  await page.goto("/import");
  const asked = page.waitForEvent("filechooser");
  await page.locator("label", { hasText: "Choose files" }).click();
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/json", buffer });
  await (await asked).setFiles([
    file("red.json", neighbours(["swp1", "gpu1"], ["swp2", "gpu2"], ["swp9", "blue"])),
    file("blue.json", neighbours(["swp1", "gpu3"], ["swp2", "gpu4"], ["swp9", "red"])),
  ]);
  await expect(page.getByRole("heading", { name: "Understood as LLDP neighbours" })).toBeVisible();
}

test("the views of two leaves in one drop are one fabric, and a tier says why it is one", async ({
  page,
}) => {
  await dropTwoLeaves(page);
  const understood = page.getByRole("region", { name: "What was understood" });
  await expect(understood).toContainText("2 switches with a host");
  await expect(understood).toContainText("Cables of unknown speed");
  await page.getByRole("combobox", { name: "File" }).selectOption({ label: "blue.json" });
  await expect(page.getByRole("region", { name: "Source" })).toContainText("gpu3");
});

test("rules set what the files lack, leave out, and replace every name before anything is saved", async ({
  page,
}) => {
  await dropTwoLeaves(page);
  const understood = page.getByRole("region", { name: "What was understood" });
  await page.getByRole("tab", { name: "Amend" }).click();
  await page.getByRole("button", { name: "Add a rule" }).click();
  await expect(understood).toContainText("Cables at 400 Gb/s");
  await page.getByRole("textbox", { name: /^Leave out/ }).fill("gpu4");
  await page.getByRole("textbox", { name: /^Leave out/ }).blur();
  await expect(page.getByText("hosts, of 4")).toBeVisible();
  await page.getByLabel(/neutral one/).check();
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Imported fabric");
  await page.getByRole("button", { name: /^Import 2 switches, 4 cables/ }).click();
  await expect(page).toHaveURL(/\/f\//);
  const outline = page.getByRole("region", { name: "Outline" });
  await expect(outline).toContainText("leaf-01");
  await expect(outline).not.toContainText("red");
});
