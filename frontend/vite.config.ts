// Builds the page into dist/ with a manifest that Django's one template reads; /static/ is where Django serves it.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  base: "/static/",
  plugins: [react()],
  worker: { format: "es" },
  build: { manifest: true, outDir: "dist", rollupOptions: { input: "src/main.tsx" } },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8000",
      "/ws": { target: "ws://127.0.0.1:8000", ws: true },
    },
  },
  test: {
    environment: "node",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/draws.ts"],
    testTimeout: 60_000, // only against a test that hangs: a machine that does other things too takes its time
  },
});
