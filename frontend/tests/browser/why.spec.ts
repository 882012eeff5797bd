// A finished run says why its job is slow, names the cable and shows it, and lists where more would buy most.
import { expect, openSample, test } from "./studio";

test("the cable that held a job back is named first among the ten, and a click shows it", async ({
  page,
}) => {
  await openSample(page);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByLabel("Iterations").fill("20");
  await page.getByRole("button", { name: "Start run" }).click();
  await expect(page.getByText("Finished", { exact: true })).toBeVisible();

  const why = page.getByRole("region", { name: "Why is this job slow?" });
  await expect(why).toContainText(/held it back for [\d.]+\s% of (its communication time|that time)/);
  await expect(why.getByRole("list", { name: "Where its time went" })).toContainText("computing");
  const named = why.getByRole("button");
  const ten = page.getByRole("region", { name: "Where more would buy most" }).locator("tbody").first();
  await expect(ten.getByRole("row")).toHaveCount(10);
  await expect(ten.getByRole("button").first()).toHaveText((await named.textContent()) ?? "");

  const drawing = page.getByRole("application");
  const before = await drawing.screenshot();
  await named.click();
  await expect(ten.getByRole("row").first()).toHaveClass("selected");
  await expect.poll(async () => (await drawing.screenshot()).equals(before)).toBe(false);
  const shown = await drawing.screenshot();
  await ten.getByRole("button").nth(4).click();
  await expect(ten.getByRole("row").nth(4)).toHaveClass("selected");
  await expect.poll(async () => (await drawing.screenshot()).equals(shown)).toBe(false);
});
