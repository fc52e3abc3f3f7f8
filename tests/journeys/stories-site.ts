import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build, mergeConfig, type PreviewServer, preview } from "vite";
import settings from "../../apps/console/vite.config.ts";
import { testFolder } from "../../platform/server/db/test-folder.ts";
import { CONSOLE, STORIES } from "./addresses.ts";

/**
 * Builds the stories of the kit, which no build of the product contains, and serves them with the calls of the server
 * under test. The development server is not used, because it sends each file separately.
 */
export async function serveStories(): Promise<{ stop: () => Promise<void> }> {
  const port = Number(new URL(STORIES).port);
  const outDir = testFolder(`stories-${port}`);
  const input = fileURLToPath(new URL("../../apps/console/stories.html", import.meta.url));
  const { plugins, ...rest } = settings;
  const own = {
    configFile: false,
    logLevel: "error",
    // this plugin writes the file map of the product's own build
    plugins: plugins?.filter((plugin) => !(plugin && "name" in plugin && plugin.name === "file-map")),
    build: { outDir, rolldownOptions: { input } },
    preview: { port, strictPort: true, proxy: { "^/[a-z-]+/v\\d+/": CONSOLE, "/config.json": CONSOLE } },
  } as const;
  const config = mergeConfig(rest, own);
  await build(config);
  const server: PreviewServer = await preview(config);
  const stop = async () => {
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  };
  return { stop };
}
