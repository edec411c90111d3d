import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page is built into the Python package; `npm run dev` talks to a server started with `kingdom-builder serve`.
export default defineConfig({
  plugins: [svelte()],
  base: "./", // the server knows the path at which the page lives, and writes it into the document
  build: {
    outDir: process.env.PAGE_OUT ?? "../src/kingdom_builder/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
