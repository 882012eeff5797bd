// From the printed link to a compared pair of runs, then a broken cable: as somebody does who has read nothing.
import type { Locator, Page } from "@playwright/test";
import { smallDump } from "./dumps";
import { expect, HAS_REAL_DUMP, REAL_DUMP, test } from "./studio";

const MOST_CLICKS = 15;

interface Dump {
  file: string | { name: string; mimeType: string; buffer: Buffer };
  counts: Record<string, string>;
  button: string;
}

class Newcomer {
  clicks = 0;
  constructor(readonly page: Page) {}
  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }
  async chooses(target: Locator, file: Dump["file"]): Promise<void> {
    const asked = this.page.waitForEvent("filechooser");
    await this.click(target);
    await (await asked).setFiles(file);
  }
  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name });
  }
}

async function comparesAndBreaks(page: Page, link: string, dump: Dump): Promise<void> {
  const person = new Newcomer(page);
  await page.goto(link);
  await person.chooses(page.locator("label", { hasText: "Choose files" }), dump.file);
  await expect(page.getByRole("heading", { name: /Understood as an ibnetdiscover dump/ })).toBeVisible();
  for (const [what, count] of Object.entries(dump.counts))
    await expect(page.locator("header dl div").filter({ hasText: what }).locator("dd")).toHaveText(count);
  await person.click(person.button(dump.button));
  await person.click(person.button("Run"));
  await person.click(person.button("Run both and compare"));
  await expect(page).toHaveURL(/\/compare\?runs=/);
  await expect(page.getByText(/times faster than the ring/)).toBeVisible();
  expect(person.clicks).toBeLessThanOrEqual(MOST_CLICKS);

  await person.click(page.getByRole("link", { name: /^run \d+/ }).first());
  await expect(page.getByText("Finished", { exact: true })).toBeVisible();
  await person.click(page.getByRole("link", { name: "Degrade to 25 % in a new run" }));
  await person.click(person.button("Start run"));
  await expect(page).toHaveURL(/\/runs\//);
  await expect(page.getByText("Finished", { exact: true })).toBeVisible();
  const tail = page.getByRole("region", { name: "Tail" });
  await expect(tail.getByText("Since fault")).toBeVisible();
  const [before, since] = await Promise.all(
    [1, 2].map(async (column) =>
      Number.parseFloat(
        (await tail.locator("tbody tr").first().locator("td").nth(column).textContent()) ?? "",
      ),
    ),
  );
  // The busiest leaf-spine cable carries a ring: a quarter of its rate slows every iteration.
  expect(since).toBeGreaterThan(before * 1.05);
  expect(person.clicks).toBeLessThanOrEqual(MOST_CLICKS);
}

test.use({ storageState: { cookies: [], origins: [] } });

test("a newcomer compares ring and tree on a small dump, and breaks a cable", async ({ page, studio }) => {
  await comparesAndBreaks(page, studio.newLink(), {
    file: { name: "small.out", mimeType: "text/plain", buffer: smallDump() },
    counts: { switches: "6", hosts: "6", adapters: "12", cables: "20" },
    button: "Import 6 switches, 20 cables",
  });
});

test("a newcomer compares ring and tree on the real dump, and breaks a cable", async ({ page, studio }) => {
  test.skip(!HAS_REAL_DUMP, "no ../shared/data with the real dump");
  await comparesAndBreaks(page, studio.newLink(), {
    file: REAL_DUMP,
    counts: { switches: "40", hosts: "191", adapters: "542", cables: "1,074" },
    button: "Import 40 switches, 1,074 cables",
  });
});
