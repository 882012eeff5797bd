// Large fabrics: shown as pods first; edits are saved as operations, and wait while the server is away.
import type { Page } from "@playwright/test";
import { expect, test } from "./studio";

/** Make a fat tree of k-port switches over the page's own session and open it. */
async function openFatTree(page: Page, k: number): Promise<void> {
  await page.goto("/");
  const id = await page.evaluate(async (ports) => {
    const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
    const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
    const post = async (path: string, body: object) => {
      const answer = await fetch(`/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      return answer.json();
    };
    const made = await post("/templates/fat-tree", { parameters: { k: ports } });
    return (await post("/fabrics", { name: "fat tree", document: made.document })).id as string;
  }, k);
  await page.goto(`/f/${id}`);
}

const shape = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const say = (page: Page, words: RegExp) =>
  expect(page.locator(".saved").filter({ hasText: words })).toBeVisible();

async function rename(page: Page, name: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "Name" });
  await field.fill(name);
  await field.press("Enter");
}

test("10,368 cables are shown as pods first, 384 as they stand; a person may want the other", async ({
  page,
}) => {
  await openFatTree(page, 24);
  await expect(shape(page, "Pods")).toBeChecked();
  await page
    .locator("label")
    .filter({ hasText: /^Physical$/ })
    .click();
  await expect(shape(page, "Physical")).toBeChecked();
  await openFatTree(page, 8);
  await expect(shape(page, "Physical")).toBeChecked();
});

test("edits are sent as operations, never as the document, and the findings follow when the hand rests", async ({
  page,
}) => {
  await openFatTree(page, 4);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET")
      sent.push(`${request.method()} ${new URL(request.url()).pathname.split("/").at(-1)}`);
  });
  const state = page.waitForResponse((answer) => answer.url().endsWith("/state"));
  await rename(page, "first");
  await say(page, /^Saved, revision 2/);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await say(page, /^Saved, revision 3/);
  await state;
  expect(sent).toEqual(["POST operations", "POST operations"]);
});

test("what is edited while the server is away is saved when it is back", async ({ page }) => {
  await openFatTree(page, 4);
  await page.route("**/operations", (route) => route.abort());
  await rename(page, "while it was away");
  await say(page, /^Not saved/);
  await rename(page, "and once more");
  await page.unroute("**/operations");
  await say(page, /^Saved, revision 2/);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("and once more");
});

test("a save whose answer is lost is no conflict", async ({ page }) => {
  await openFatTree(page, 4);
  await page.route("**/operations", async (route) => {
    if (route.request().method() === "POST") await route.fetch();
    await route.abort();
  });
  await rename(page, "arrived");
  await say(page, /^Not saved/);
  await page.unroute("**/operations");
  await say(page, /^Saved, revision 2/);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("arrived");
});
