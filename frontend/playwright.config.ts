// Browser tests: one real studio, one real Chromium that is installed on the machine (CHROMIUM names it).
import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS } from "./tests/browser/chromium";

export default defineConfig({
  testDir: "tests/browser",
  workers: 1,
  // Limits are for what never comes, not for what is slow: a machine that does other things too takes its time.
  timeout: 900_000,
  expect: { timeout: 180_000 },
  reporter: [["list"]],
  outputDir: "test-results",
  use: {
    viewport: { width: 1600, height: 900 },
    launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: CHROMIUM_FLAGS },
    screenshot: "only-on-failure",
  },
});
