import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));
const server = process.env["SSO_TARGET"] ?? "http://localhost:8001";

export default defineConfig({
  root: here,
  base: "./",
  publicDir: false,
  plugins: [react(), withoutStaticSheets()],
  server: {
    port: 5174,
    proxy: Object.fromEntries(["/sso", "/user", "/config.json"].map((path) => [path, server])),
  },
  build: {
    outDir: `${root}dist/sso-portal`,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content policy allows data: only for images
    chunkSizeWarningLimit: 1000,
    modulePreload: { polyfill: false }, // the polyfill would be an inline script
    rolldownOptions: {
      // importing a name from a door must not load everything behind it
      treeshake: { moduleSideEffects: [{ test: /\/(platform|modules)\/.*\.tsx?$/, sideEffects: false }] },
    },
  },
});

/**
 * Drops the static sheets of antd, which the build of the console makes. The theme of the portal makes its rules at run
 * time.
 */
function withoutStaticSheets(): Plugin {
  return {
    name: "without-static-sheets",
    resolveId: (id) => (id.startsWith("virtual:antd-") ? `/${id.replace(":", "-")}` : undefined),
    load: (id) => (id.startsWith("/virtual-antd-") ? "" : undefined),
  };
}
