import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { antdCss } from "./antd-css.ts";
import { antdLean } from "./antd-lean.ts";
import { codeSplitting } from "./chunks.ts";
import { fileMap } from "./file-map.ts";
import { leanImports } from "./lean-imports.ts";
import { moduleDoors } from "./module-doors.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const server = process.env["API_TARGET"] ?? "http://localhost:8000";

export default defineConfig({
  root: here,
  base: "./",
  publicDir: false,
  plugins: [
    react(),
    antdCss(),
    antdLean(),
    leanImports(),
    moduleDoors(root),
    fileMap(root, `${root}dist/console.files.json`),
  ],
  server: {
    port: 5173,
    // every call of every module is `/service/v1/…`, and no page or source has such a path
    proxy: Object.fromEntries(["^/[a-z-]+/v\\d+/", "/config.json", "/health"].map((path) => [path, server])),
  },
  build: {
    outDir: `${root}dist/console`,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content policy allows data: only for images
    chunkSizeWarningLimit: 1200,
    modulePreload: { polyfill: false }, // the polyfill would be an inline script
    rolldownOptions: {
      treeshake: {
        // importing a name from a door must not load everything behind it
        moduleSideEffects: [
          { test: /\/(platform|modules)\/.*\.tsx?$/, sideEffects: false },
          // these packages do not declare it themselves, so one name would load all the others
          { test: /node_modules\/@rc-component\/.*\.js$/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting,
      },
    },
  },
});
