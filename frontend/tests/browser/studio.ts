// A whole studio for the browser tests: the parent process in a data folder of its own, ended with the tests.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base, type Page } from "@playwright/test";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const SHARED = process.env.TWINLOOM_SHARED ?? resolve(ROOT, "../shared");
export const REAL_DUMP = join(SHARED, "data/ibnetdiscover/dgx_h100_ndr_example.out");
export const HAS_REAL_DUMP = existsSync(REAL_DUMP);
const STARTS_WITHIN_MS = 300_000;

export interface Studio {
  url: string;
  link: string;
  /** A further link that signs in once. */
  newLink(): string;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === "object" && address ? done(address.port) : fail(new Error("no port")),
      );
    });
  });
}

function linkIn(said: string): string | undefined {
  return /http:\/\/\S+\/enter\/\S+/.exec(said)?.[0];
}

function signInLink(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let said = "";
    const timer = setTimeout(() => fail(new Error(`no link to sign in:\n${said}`)), STARTS_WITHIN_MS);
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const link = linkIn(said);
      if (link) {
        clearTimeout(timer);
        done(link);
      }
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("exit", (code) => fail(new Error(`the studio ended with ${code}:\n${said}`)));
  });
}

export async function startStudio(): Promise<Studio & { stop: () => Promise<void> }> {
  const data = mkdtempSync(join(tmpdir(), "twinloom-"));
  const port = await freePort();
  const python = join(ROOT, ".venv/bin/python");
  const surroundings = {
    cwd: ROOT,
    env: { ...process.env, TWINLOOM_DATA: data, TWINLOOM_PORT: String(port) },
  };
  const child = spawn(python, ["manage.py", "up"], { ...surroundings, stdio: ["ignore", "pipe", "pipe"] });
  const link = await signInLink(child);
  const stop = () =>
    new Promise<void>((done) => {
      child.removeAllListeners("exit");
      child.once("exit", () => {
        rmSync(data, { recursive: true, force: true });
        done();
      });
      child.kill("SIGTERM");
    });
  const newLink = () => linkIn(execFileSync(python, ["manage.py", "link"], surroundings).toString()) ?? "";
  return { url: `http://127.0.0.1:${port}`, link, newLink, stop };
}

type SignedIn = Awaited<ReturnType<import("@playwright/test").BrowserContext["storageState"]>>;

// `studio` is shared by all tests of a worker; a test's page is signed in unless it asks for `newcomer`.
export const test = base.extend<{ storageState: SignedIn }, { studio: Studio; signedIn: SignedIn }>({
  studio: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
    async ({}, use) => {
      const studio = await startStudio();
      await use(studio);
      await studio.stop();
    },
    { scope: "worker", timeout: STARTS_WITHIN_MS + 30_000 },
  ],
  signedIn: [
    async ({ studio, browser }, use) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(studio.newLink());
      await use(await context.storageState());
      await context.close();
    },
    { scope: "worker" },
  ],
  storageState: async ({ signedIn }, use) => use(signedIn),
  baseURL: async ({ studio }, use) => use(studio.url),
});

/** Open the sample fabric, which the home page shows among the newest only as long as there are few others. */
export async function openSample(page: Page): Promise<string> {
  const answer = await page.request.get("/api/v1/fabrics?limit=500");
  const { results } = (await answer.json()) as { results: { id: string; name: string }[] };
  const sample = results.find(({ name }) => name.startsWith("Four rails"));
  if (!sample) throw new Error(`no sample among ${results.length} fabrics`);
  await page.goto(`/f/${sample.id}`);
  return `/f/${sample.id}`;
}

export { expect } from "@playwright/test";
