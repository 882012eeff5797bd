// Serves the bench page; nothing of it is shipped.
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  worker: { format: "es" },
  build: { outDir: "../test-results/bench", emptyOutDir: true },
});
