// What people bring along: device types and prices of their own, and lists of cables whose columns they name.
import type { Page } from "@playwright/test";
import { expect, test } from "./studio";

async function give(page: Page, label: string, name: string, text: string): Promise<void> {
  const asked = page.waitForEvent("filechooser");
  await page.locator("label", { hasText: label }).click();
  await (await asked).setFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
}

test("a device type of one's own is in the palette, and the fabric takes it with the first device", async ({
  page,
}) => {
  await page.goto("/catalogue");
  await page.getByRole("button", { name: "New device type" }).click();
  const form = page.getByRole("form", { name: "New device type" });
  await form.getByRole("button", { name: "Add this switch" }).click();
  await expect(form.getByRole("alert").first()).toContainText("name");
  await form.getByRole("textbox", { name: "Name" }).fill("Acme 9124, 24 × 200G");
  await form.getByRole("textbox", { name: "Number of ports" }).fill("24");
  await form.getByRole("textbox", { name: "Speed of a port" }).fill("200");
  await form.getByRole("textbox", { name: "Power, no optics" }).fill("350");
  await form.getByRole("textbox", { name: "Source of power" }).fill("assumption, as its like");
  await form.getByRole("button", { name: "Add this switch" }).click();
  const row = page.getByRole("row", { name: /^Acme 9124/ });
  await expect(row).toContainText("24 × 200G");
  await expect(row).toContainText("assumed 350 W");

  await page.goto("/");
  await page.getByRole("button", { name: /Blank sheet/ }).click();
  await page.getByRole("button", { name: "Add Acme 9124, 24 × 200G" }).click();
  await page.getByRole("application").click({ position: { x: 420, y: 160 } });
  await expect(page.getByText("1 device, 0 cables")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /^Saved/ })).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const { document } = await (await page.request.get(`/api/v1/fabrics/${id}`)).json();
  expect(document.devices[0].type).toBe("Acme-9124");
  const taken = document.device_types.find((type: { id: string }) => type.id === "Acme-9124");
  expect(taken.ports).toEqual([{ name: "p", count: 24, gbps: 200 }]);
});

test("a price list shows what was read and what was not before it is kept, and then it counts", async ({
  page,
}) => {
  await page.goto("/catalogue");
  await give(page, "Upload prices", "reseller_may.csv", "part;price\nQM9700;24.500,00\nSN5600;soon\n");
  await expect(page.getByRole("complementary", { name: "What was not read" })).toContainText("line 3");
  await page.getByRole("combobox", { name: "Currency" }).selectOption("EUR");
  await page.getByRole("button", { name: "Keep 1 price" }).click();
  await expect(page.getByRole("radio", { name: /^reseller may/ })).toBeChecked();
  const row = page.getByRole("row", { name: /^NVIDIA QM9700/ });
  await expect(row).toContainText("24,500 EUR");
  await page.getByRole("button", { name: "NVIDIA QM9700" }).click();
  await page.getByRole("textbox", { name: "One piece" }).fill("23000");
  await page.keyboard.press("Enter");
  await expect(row).toContainText("23,000 EUR");
  await page.getByRole("radio", { name: /^Catalogue/ }).check();
  await expect(row).toContainText("partly assumed 25,000 – 83,000 $");
});

const PLAN = "Anfang;Buchse;Ende;Tempo\nleaf;1;gpu-1;400\nleaf;2;gpu-2;400\nleaf;3;gpu-3;200\n";

test("columns that nobody could guess are named once, and the map is offered for the next list", async ({
  page,
}) => {
  await page.goto("/import");
  await give(page, "Choose files", "hall_7.csv", PLAN);
  await expect(page.getByRole("heading", { name: "Which column is what?" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "gpu-2" })).toBeVisible();
  const column = (header: string) => page.getByRole("combobox", { name: `What “${header}” is` });
  await column("Anfang").selectOption("Device");
  await column("Buchse").selectOption("Port");
  await column("Ende").selectOption("Peer device");
  await column("Tempo").selectOption("Speed");
  await page.getByRole("textbox", { name: "Keep these columns as" }).fill("Hall plan");
  await page.getByRole("button", { name: "Keep the map" }).click();
  await expect(page.getByRole("button", { name: "Kept" })).toBeVisible();
  await page.getByRole("button", { name: "Read with these columns" }).click();
  await expect(page.getByRole("button", { name: "Import 1 switch, 3 cables" })).toBeVisible();

  await page.getByRole("button", { name: "Another file" }).click();
  await give(page, "Choose files", "hall_8.csv", PLAN);
  await expect(page.getByRole("button", { name: "Hall plan" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Read with these columns" }).click();
  await expect(page.getByRole("region", { name: "What was understood" })).toContainText("Cables at 200 Gb/s");
});
