// For developers: the server restarts when its sources change, and the console reloads in the browser.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const serverArgs = ["--watch", "--watch-preserve-output", "scripts/start.ts", "--no-build"];
const server = spawn(process.execPath, serverArgs, { cwd: root, stdio: "inherit" });
const web = await startWeb();

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop());
server.once("exit", () => void stop());

async function startWeb() {
  const configFile = join(root, "apps/console/vite.config.ts");
  if (!existsSync(configFile)) return undefined;
  const vite = await createServer({ configFile });
  await vite.listen();
  console.log("Console with reload:");
  vite.printUrls();
  return vite;
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  if (server.exitCode === null && server.signalCode === null) {
    server.kill("SIGTERM");
    await new Promise((resolve) => server.once("exit", resolve));
  }
  await web?.close();
  process.exit(0);
}
