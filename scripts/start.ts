// Builds the console if needed, then runs the server. `--no-build` is for developers, whose console comes from vite.
import { enableCompileCache } from "node:module";
import { ConfigError } from "../platform/server/config.ts";
import { buildWeb } from "./build.ts";

enableCompileCache();
if (!process.argv.includes("--no-build")) await buildWeb();
const { startServer } = await import("../apps/server/main.ts");
try {
  await startServer();
} catch (error) {
  // a wrong setting is told in a sentence, not in a stack
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
