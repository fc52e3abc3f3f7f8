import { join } from "node:path";
import { APPLICATION_ID } from "@ops/platform/contract";
import {
  type Authenticate,
  type Config,
  createHttpServer,
  createMetrics,
  isLocalCaller,
  type PlatformNode,
  releaseIn,
  routesOf,
  sameText,
  serveFiles,
  watchBacklog,
} from "@ops/platform/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { serveApiDocs } from "./api-docs.ts";

const CONSOLE_FILES = join(import.meta.dirname, "../../dist/console");

/** Finds the build of the pages that this server serves. */
export const consoleRelease = () => releaseIn(`${CONSOLE_FILES}.stamp`);

const CALLS_PER_SECOND = 30;

interface ConsoleOptions {
  readonly config: Config;
  readonly authenticate: Authenticate;
  readonly credential: { readonly key: Buffer; readonly iv: Buffer };
  readonly isDraining: () => boolean;
}

/** Makes the server of the console: the API, the pages, and the metrics for operators. */
export async function createConsoleServer(node: PlatformNode, options: ConsoleOptions): Promise<FastifyInstance> {
  const { config } = options;
  const metrics = createMetrics();
  watchBacklog(metrics.registry, node);
  const routes = routesOf(node);
  const app = await createHttpServer({
    node,
    routes,
    authenticate: options.authenticate,
    source: "WEB",
    metrics,
    trustProxy: config.trustProxy,
    secureCookies: config.publicUrl.startsWith("https:"),
    connectTo: config.apiBase ? [config.apiBase] : [],
    callsPerSecond: CALLS_PER_SECOND,
    maxConnections: config.maxConnections,
  });
  serveApiDocs(app, {
    node,
    routes: routes.map(({ route }) => route),
    title: config.productName,
    authenticate: options.authenticate,
    isOpen: config.appEnv !== "production",
    trustProxy: config.trustProxy,
  });
  app.get("/config.json", (_request, reply) => reply.header("cache-control", "no-store").send(webConfig(options)));
  app.get("/metrics", async (request, reply) => {
    if (!mayReadMetrics(config, request)) return reply.callNotFound();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  serveHealth(app, node, options.isDraining);
  await serveFiles(app, CONSOLE_FILES);
  return app;
}

/**
 * Makes the settings that the web needs before its first call. The credential key is no secret: it only hides typed
 * text.
 */
function webConfig({ config, credential }: ConsoleOptions) {
  return {
    apiBase: config.apiBase,
    ssoHost: config.ssoHost ?? "",
    applicationId: APPLICATION_ID,
    clientId: config.ssoClientId,
    credentialKey: credential.key.toString("base64"),
    credentialIv: credential.iv.toString("base64"),
    appEnv: config.appEnv,
    productName: config.productName,
    build: consoleRelease()?.build ?? "",
  };
}

/** Tells whether metrics may be read: by Prometheus on the same machine, or by a caller with the token. */
function mayReadMetrics(config: Config, request: FastifyRequest): boolean {
  const { metricsToken } = config;
  if (metricsToken) return sameText(request.headers.authorization ?? "", `Bearer ${metricsToken}`);
  return isLocalCaller(request, config);
}

function serveHealth(app: FastifyInstance, node: PlatformNode, isDraining: () => boolean): void {
  const version = process.env["npm_package_version"] ?? "0.1.0";
  app.get("/health/live", (_request, reply) => reply.send({ status: "ok", version }));
  app.get("/health/ready", async (_request, reply) => {
    const isUp = await sql`select 1`.execute(node.database.reader).then(
      () => true,
      () => false,
    );
    const ready = isUp && !isDraining();
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ok" : isUp ? "draining" : "database away", version });
  });
}
