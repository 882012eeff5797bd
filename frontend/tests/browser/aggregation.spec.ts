// Where vectors are added: nowhere, at the leaves, at every tier; what that does; and two jobs that want one tree.
import type { Page } from "@playwright/test";
import { expect, HAS_REAL_DUMP, openSample, REAL_DUMP, test } from "./studio";

const column = (page: Page) => page.getByRole("complementary", { name: "Inspector and run" });
const measurements = (page: Page) => page.getByRole("complementary", { name: "Measurements" });
const panel = (page: Page, name: string) => measurements(page).getByRole("region", { name });

async function openPanel(page: Page, iterations: number): Promise<void> {
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByLabel("Iterations").fill(String(iterations));
  await page.getByLabel("Background").fill("0");
}

async function addIn(page: Page, where: string): Promise<void> {
  await column(page)
    .getByRole("radiogroup", { name: "Add in switches" })
    .getByText(where, { exact: true })
    .click();
}

interface Run {
  summary: {
    jobs: {
      communication: { p50: number };
      bound: { least_s: number; bounded_by: string };
      rails: { name: string; root: string | null; granted: number; fell_back: number; waited: number }[];
    }[];
    tiers: { tiers: [number, number]; up_bytes: number }[];
  };
}

/** Start a run, wait for its end, and read what the server says of it. */
async function runIt(page: Page): Promise<Run> {
  await page.getByRole("button", { name: "Start run" }).click();
  await expect(page).toHaveURL(/\/runs\//);
  await expect(page.getByText("Finished", { exact: true })).toBeVisible();
  return (await page.request.get(`/api/v1${new URL(page.url()).pathname}`)).json();
}

/** From nowhere to the leaves to every tier, and each time what the page tells of it. */
async function addsEverywhere(page: Page): Promise<void> {
  await openPanel(page, 12);
  await addIn(page, "None");
  const ring = await runIt(page);
  await expect(panel(page, "Rings")).toBeVisible();
  await expect(panel(page, "What bounds it")).toContainText("adapters");
  await expect(panel(page, "Bytes by tier")).toContainText("Hosts – leaf");
  // Rings leave no trees to be drawn.
  await expect(page.getByRole("radiogroup", { name: "What is drawn" })).toHaveCount(0);

  await page.getByRole("link", { name: "Run again" }).click();
  await addIn(page, "Leaf");
  const leaf = await runIt(page);
  const { rails } = leaf.summary.jobs[0];
  await expect(panel(page, "Aggregation")).toContainText(`${rails.length} rails, streams (SAT)`);
  const rail = panel(page, "Aggregation").getByRole("row", { name: /^rail 1 / });
  await rail.getByRole("button", { name: "rail 1" }).click();
  const legend = page.getByRole("region", { name: "Legend of the trees" });
  await expect(legend).toContainText("Tree of rail 1");
  await expect(legend).toContainText(/GB\/s.*cop(y|ies)/);
  await expect(legend).toContainText(/switch(es)? adds?/);
  // What the leaves have added crosses the spines, which pass it on.
  await expect(legend).toContainText(/pass(es)? copies on/);

  await page.getByRole("link", { name: "Run again" }).click();
  await expect(
    column(page)
      .getByRole("radiogroup", { name: "Add in switches" })
      .getByRole("radio", { name: "Leaf", exact: true }),
  ).toBeChecked();
  await addIn(page, "All tiers");
  const all = await runIt(page);
  await page.getByRole("radiogroup", { name: "What is drawn" }).getByText("Trees", { exact: true }).click();
  await expect(legend).toContainText("1 root");
  await expect(legend).not.toContainText("copies on");
  await expect(legend).toContainText("1 copy");

  // By the books: a ring sends 2 (n - 1)/n of the vector from each adapter, a tree of all tiers once.
  const below = (run: Run) => run.summary.tiers.find(({ tiers }) => tiers.join() === "0,1")?.up_bytes ?? 0;
  expect(below(all)).toBeLessThan(0.6 * below(ring));
  const took = (run: Run) => run.summary.jobs[0].communication.p50;
  expect(took(all)).toBeLessThan(took(ring));
  expect(took(leaf)).toBeLessThan(took(ring));
  for (const run of [ring, leaf, all])
    expect(took(run)).toBeGreaterThanOrEqual(run.summary.jobs[0].bound.least_s);
  for (const { granted, fell_back } of all.summary.jobs[0].rails)
    expect([granted, fell_back]).toEqual([12, 0]);
}

test("on the sample a person adds in no switch, at the leaves, at every tier, and sees what it does", async ({
  page,
}) => {
  await openSample(page);
  await addsEverywhere(page);
});

test("the same on the real dump of a DGX H100 fabric", async ({ page }) => {
  test.skip(!HAS_REAL_DUMP, "no ../shared/data with the real dump");
  await page.goto("/import");
  const asked = page.waitForEvent("filechooser");
  await page.locator("label", { hasText: "Choose files" }).click();
  await (await asked).setFiles(REAL_DUMP);
  await page.getByRole("button", { name: "Import 40 switches, 1,074 cables" }).click();
  await expect(page).toHaveURL(/\/f\//);
  await addsEverywhere(page);
});

test("two jobs want the same trees: one waits, and the audit says why and goes along as a file", async ({
  page,
}) => {
  await openSample(page);
  await openPanel(page, 40);
  await page.getByLabel("Jobs alike").fill("2");
  await page.getByLabel("Jitter").fill("5");
  await addIn(page, "All tiers");
  const run = await runIt(page);
  const waited = run.summary.jobs.flatMap(({ rails }) => rails).reduce((sum, rail) => sum + rail.waited, 0);
  expect(waited).toBeGreaterThan(0);
  await expect(panel(page, "Aggregation")).toContainText("8 rails");

  await panel(page, "Aggregation").getByRole("link", { name: "Audit" }).click();
  await expect(page).toHaveURL(/\/audit$/);
  await page.getByRole("radiogroup", { name: "Decision" }).getByText(`Waits ${waited}`).click();
  const decisions = page.getByRole("table", { name: "Decisions" });
  await expect(decisions).toHaveAttribute("aria-rowcount", String(waited + 1));
  await decisions.getByRole("button", { name: "wait" }).first().click();
  const record = page.getByRole("complementary", { name: "Record" });
  await expect(record).toContainText(/job [12], rail \d holds it; to wait .* pays/);
  await expect(record).toContainText("stream (SAT)");

  await page.getByRole("searchbox", { name: "Words in reasons and names" }).fill("nothing like it");
  await expect(page.getByText("No such decision")).toBeVisible();
  await page.getByRole("searchbox", { name: "Words in reasons and names" }).fill("holds");
  await expect(decisions).toHaveAttribute("aria-rowcount", String(waited + 1));
  await expect(page.getByRole("link", { name: "CSV" })).toHaveAttribute("href", /text=holds/);
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  const rows = (await (await file).createReadStream()).setEncoding("utf-8");
  let text = "";
  for await (const chunk of rows) text += chunk;
  // A row for each record, and one of names.
  expect(text.trim().split("\n")).toHaveLength(waited + 1);
  expect(text).toContain("at_s,job,tenant,rail");
});

test("what cannot be added is told at its field, and nothing runs as a ring instead", async ({ page }) => {
  await openSample(page);
  await openPanel(page, 4);
  await addIn(page, "All tiers");
  await column(page).getByText("Best effort, quorum, streams").click();
  await column(page).getByLabel("Quorum").fill("500");
  await page.getByRole("button", { name: "Start run" }).click();
  const quorum = column(page).getByLabel("Quorum");
  await expect(quorum).toHaveAttribute("aria-invalid", "true");
  await expect(column(page).getByRole("alert").first()).toBeVisible();
  await expect(page).toHaveURL(/\/f\//);

  await quorum.fill("");
  await addIn(page, "None");
  await column(page).getByRole("combobox", { name: "Algorithm" }).selectOption("edge-servers");
  await page.getByRole("button", { name: "Start run" }).click();
  await expect(column(page).getByLabel("Servers")).toHaveAttribute("aria-invalid", "true");
  await column(page).getByLabel("Servers").fill("host-1, host-13");
  await column(page).getByLabel("Servers").press("Enter");
  await runIt(page);
  await expect(panel(page, "Rails")).toContainText("the servers add");
});

test("terms are explained where they stand, with their source", async ({ page }) => {
  await openSample(page);
  await openPanel(page, 4);
  await column(page).getByText("Inside hosts").hover();
  await expect(page.getByRole("tooltip")).toContainText("docs/model/bounds.md");
});
