// Builds the web apps if needed, then runs console, API and portal. Developers use `--no-build`, because they have
// vite.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import type { StandIn } from "../apps/outside/start.ts";
import type { RunningServer } from "../apps/server/main.ts";
import { type Config, ConfigError, readConfig } from "../platform/server/start/config.ts";

/** Memory is tidied after this time, so that the first calls after a start do not wait. */
const TIDY_AFTER_MS = 5_000;

/** Starts console, API and portal in this process. */
export async function startProduct(): Promise<void> {
  enableCompileCache(join(import.meta.dirname, "../.cache/compile"));
  const isBuilt = process.argv.includes("--no-build");
  try {
    if (!isBuilt) await buildApart("server");
    const pages = isBuilt ? Promise.resolve() : buildApart("pages");
    pages.catch(() => undefined); // told when the server needs them
    const config = readConfig(process.env);
    // the stand-in starts while the server is being loaded
    const [standIn, { startServer }, { startPortal }] = await Promise.all([
      startOutside(config),
      import("../apps/server/main.ts"),
      import("../apps/sso-portal/server.ts"),
    ]);
    const server = await startServer(withMessages(config, standIn), { standIn, pages });
    if (standIn) server.stopping.add(() => standIn.stop());
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => void server.stopping.stop().then(() => process.exit(0)));
    }
    await startPortal(server);
    announce(server, standIn);
    setTimeout(tidyMemory, TIDY_AFTER_MS).unref();
  } catch (error) {
    console.error(describeFailure(error));
    process.exit(1);
  }
}

/** Describes an error that the operator can fix in a sentence instead of a stack. */
function describeFailure(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof BuildError) return error.message;
  const taken = error instanceof Error && /EADDRINUSE.*:(\d+)$/.exec(error.message)?.[1];
  return taken
    ? `Port ${taken} is in use: stop what uses it, or set PORT and SSO_PORT. 端口 ${taken} 已被占用。`
    : error;
}

/**
 * Collects the garbage of the start, which V8 would otherwise keep until memory is needed. It is half as much as the
 * server needs.
 */
function tidyMemory(): void {
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
}

/**
 * Builds in another process, because the server would keep the memory of a build. The flags are the same, so that the
 * compiled code can be reused.
 */
async function buildApart(part: "server" | "pages"): Promise<void> {
  const build = spawn(process.execPath, [...process.execArgv, join(import.meta.dirname, "build.ts"), part], {
    stdio: "inherit",
  });
  const [status] = await once(build, "exit");
  if (status !== 0) throw new BuildError(`The ${part} could not be built (see above). 构建失败，原因见上。`);
}

class BuildError extends Error {}

/** Starts the stand-in for outside systems, with the demo and never in production (PF-R121). */
export async function startOutside(
  config: Pick<Config, "appEnv" | "demoData" | "dataDir" | "outsidePort">,
): Promise<StandIn | null> {
  const { appEnv, demoData, dataDir, outsidePort: port } = config;
  if (appEnv === "production" || demoData === "none") return null;
  const { startStandIn } = await import("../apps/outside/start.ts");
  return startStandIn({ dataDir, port });
}

/** Sends messages to the stand-in, unless a gateway is configured. */
function withMessages(config: Config, standIn: StandIn | null): Config {
  if (!standIn || config.smsGatewayUrl !== null) return config;
  return { ...config, smsGatewayUrl: `${standIn.url}/sms`, smsGatewaySecret: standIn.secret };
}

function announce({ config, accounts, dataPlace }: RunningServer, standIn: StandIn | null): void {
  const lines = [
    "",
    `  ${config.productName}`,
    `  控制台      ${config.publicUrl}`,
    ...(config.ssoHost ? [`  统一登录    ${config.ssoHost}`] : []),
    `  接口文档    ${config.publicUrl}/api-docs`,
    ...(standIn ? [`  外部替身    ${standIn.url}`] : []),
    `  数据位置    ${dataPlace}`,
    ...(accounts.length > 0 ? ["", "  账号         工号    密码        说明"] : []),
    ...accounts.map(({ phone, staffNo, password, note }) => `  ${phone}  ${staffNo}   ${password}   ${note}`),
    "",
  ];
  console.log(lines.join("\n"));
}

if (import.meta.main) await startProduct(); // the build also loads this file, to compile it
