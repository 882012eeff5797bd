// Measures the live path and large fabrics in a real Chromium against a studio of its own: npx playwright test -c bench/playwright.config.ts
import { defineConfig } from "@playwright/test";
import browserTests from "../playwright.config";

export default defineConfig({
  ...browserTests,
  testDir: ".",
  testMatch: "*.bench.ts",
  outputDir: "../test-results/bench-live",
  timeout: 300_000,
  reporter: [["line"]],
  use: { ...browserTests.use, trace: "off" },
});
