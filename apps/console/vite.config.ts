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
          // few files, cut where their users differ: everybody, the workspace, lists and forms, one module's words
          groups: [
            { name: "ui-base", test: /node_modules\//, tags: ["$initial"], priority: 25 },
            { name: "start", test: /\/(platform|modules|apps)\//, tags: ["$initial"], priority: 20 },
            { name: "shell", test: isShell, priority: 15 },
            { name: "kit", test: isKit, minShareCount: 3, priority: 10 },
            { name: moduleContract, debugName: "contracts", test: /\/modules\/[^/]+\/contract\//, priority: 5 },
            { name: moduleParts, debugName: "module parts", test: /\/modules\/[^/]+\/web\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
});

const shellUi =
  /node_modules\/(zod|@tanstack|@rc-component\/(dropdown|menu|overflow|tooltip)|antd\/es\/(avatar|badge|dropdown|menu|popover|tag|tooltip))\//;
const charts = /\/platform\/web\/charts\/|node_modules\/(echarts|zrender|tslib)\//;

/** Header, sidebar and palette: what every page of the workspace has around it. */
function isShell(id: string): boolean {
  return shellUi.test(id) || /\/platform\/(contract|web\/(call|live|session|shell|theme))\//.test(id);
}

/** Lists, forms and details: what nearly every page is made of. */
function isKit(id: string): boolean {
  return (
    !charts.test(id) &&
    /\/platform\/web\/(detail|dialog|dict|form|list)\/|node_modules\/(antd|@rc-component|@ant-design)\//.test(id)
  );
}

/** One file for what a module says about itself, however many of its pages are open. */
function moduleContract(id: string): string | null {
  return named(/\/modules\/([^/]+)\/contract\//, id, "contract");
}

/** And one for what its pages share. */
function moduleParts(id: string): string | null {
  return named(/\/modules\/([^/]+)\/web\//, id, "parts");
}

function named(place: RegExp, id: string, part: string): string | null {
  const module = place.exec(id)?.[1];
  return module ? `${module}-${part}` : null;
}
