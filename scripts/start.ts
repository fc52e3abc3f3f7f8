// Builds the web apps if needed, then runs console, API and portal. `--no-build` is for developers, who have vite.
import { spawnSync } from "node:child_process";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import type { RunningServer } from "../apps/server/main.ts";
import { ConfigError } from "../platform/server/config.ts";

/** The first calls after a start come before. */
const TIDY_AFTER_MS = 5_000;

/** Console, API and portal in this process. */
export async function startProduct(): Promise<void> {
  enableCompileCache(join(import.meta.dirname, "../.cache/compile"));
  if (!process.argv.includes("--no-build")) buildApart();
  const { startServer } = await import("../apps/server/main.ts");
  const { startPortal } = await import("../apps/sso-portal/server.ts");
  try {
    const server = await startServer();
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => void server.stopping.stop().then(() => process.exit(0)));
    }
    await startPortal(server);
    announce(server);
    setTimeout(tidyMemory, TIDY_AFTER_MS).unref();
  } catch (error) {
    console.error(told(error));
    process.exit(1);
  }
}

/** What the operator can mend is told in a sentence, not in a stack. */
function told(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message;
  const taken = error instanceof Error && /EADDRINUSE.*:(\d+)$/.exec(error.message)?.[1];
  return taken
    ? `Port ${taken} is in use: stop what uses it, or set PORT and SSO_PORT. 端口 ${taken} 已被占用。`
    : error;
}

/** What a start leaves behind, half as much as it needs for good, V8 would keep until somebody needs the room. */
function tidyMemory(): void {
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
}

/** In a process of its own: what a build takes in memory would stay with the server. Compiled code holds for equal flags. */
function buildApart(): void {
  const build = [...process.execArgv, join(import.meta.dirname, "build.ts")];
  const { status } = spawnSync(process.execPath, build, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

function announce({ config, accounts, dataPlace }: RunningServer): void {
  const lines = [
    "",
    `  ${config.productName}`,
    `  控制台      ${config.publicUrl}`,
    ...(config.ssoHost ? [`  统一登录    ${config.ssoHost}`] : []),
    `  接口文档    ${config.publicUrl}/api-docs`,
    `  数据位置    ${dataPlace}`,
    ...(accounts.length > 0 ? ["", "  账号         工号    密码        说明"] : []),
    ...accounts.map(({ phone, staffNo, password, note }) => `  ${phone}  ${staffNo}   ${password}   ${note}`),
    "",
  ];
  console.log(lines.join("\n"));
}

if (import.meta.main) await startProduct(); // the build loads this file, too, to compile it
