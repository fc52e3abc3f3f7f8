import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { antdCss } from "./antd-css.ts";
import { antdLean } from "./antd-lean.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const server = process.env["API_TARGET"] ?? "http://localhost:8000";

export default defineConfig({
  root: here,
  base: "./",
  publicDir: false,
  plugins: [react(), antdCss(), antdLean()],
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ["/user", "/common", "/sso", "/lbs", "/config.json", "/health"].map((path) => [path, server]),
    ),
  },
  build: {
    outDir: `${root}dist/console`,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content policy allows data: for images only
    chunkSizeWarningLimit: 1200,
    modulePreload: { polyfill: false }, // it would be an inline script
    rolldownOptions: {
      treeshake: {
        // importing a name from a door must not load the whole house
        moduleSideEffects: [{ test: /\/(platform|modules)\/.*\.tsx?$/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 30 },
            { name: "ui-base", test: /node_modules\//, tags: ["$initial"], priority: 20 },
            { name: "ui-shell", test: uiOfTheShell, priority: 10 },
          ],
        },
      },
    },
  },
});

/** What header, sidebar and palette need beyond the login page: one file instead of thirty. */
function uiOfTheShell(id: string): boolean {
  return /node_modules\/(zod|@tanstack|@rc-component\/(dropdown|menu|overflow|tooltip)|antd\/es\/(avatar|badge|dropdown|menu|popover|tag|tooltip))\//.test(
    id,
  );
}
