import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Unit tests run in Node: tests/setup.ts defines the few globals of a browser that modules read when they load.
// The files of a process share their modules, which takes less than half the time.
export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ["browser"] },
  test: { include: ["tests/**/*.test.ts"], setupFiles: ["tests/setup.ts"], isolate: false, testTimeout: 30_000 },
});
