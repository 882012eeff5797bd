// Every page in both themes: no serious or critical finding of axe, and no call to another host.
import AxeBuilder from "@axe-core/playwright";
import { expect, openSample, test } from "./studio";

test("the pages can be read by everyone, light and dark", async ({ page, studio }) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== studio.url) elsewhere.push(request.url());
  });
  const fabric = await openSample(page);
  const start = page.getByRole("button", { name: "Run both and compare" });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await start.click();
  await expect(page.getByText(/times faster than the ring/)).toBeVisible();
  const compared = page.url();
  const run = await page
    .getByRole("link", { name: /^run \d+/ })
    .first()
    .getAttribute("href");
  await page.goto(`${run}`);
  await page.getByRole("button", { name: "Compare all ways" }).click();
  await expect(page.getByText("best", { exact: true })).toBeVisible();
  const ways = page.url();
  const grave: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const path of [
      "/",
      "/import",
      "/catalogue?item=QM9700",
      fabric,
      `${fabric}/bill`,
      `${run}`,
      compared,
      ways,
      `${ways}/ladder`,
      "/comparisons",
      "/runs",
    ]) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      for (const { id, impact, nodes } of (await new AxeBuilder({ page }).analyze()).violations) {
        if (impact === "serious" || impact === "critical")
          grave.push(`${colorScheme} ${path} ${id}: ${nodes[0].html}`);
      }
    }
  }
  expect(grave).toEqual([]);
  expect(elsewhere).toEqual([]);
});
