// Builds the bench page, serves it from here, and opens it in a headless Chromium that draws in software.
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { chromium } from "@playwright/test";
import { build } from "vite";

const here = import.meta.dirname;
const root = join(here, "../test-results/bench");
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
};
// The policy of the product: what runs here runs there.
const POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; worker-src 'self'";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Call `use` with the page, its size set, and take everything down after it. */
export async function withPage({ width, height }, use) {
  await build({ configFile: join(here, "vite.config.ts"), logLevel: "error" });
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://x").pathname;
    const file = join(root, path === "/" ? "index.html" : path);
    if (!file.startsWith(root) || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      "content-security-policy": POLICY,
    });
    createReadStream(file).pipe(response);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 1 });
    page.on("pageerror", (error) => console.error(error.stack ?? error.message));
    page.on("console", (message) => message.type() === "error" && console.error(message.text()));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => "bench" in globalThis);
    return await use(page);
  } finally {
    await browser.close();
    server.close();
  }
}
