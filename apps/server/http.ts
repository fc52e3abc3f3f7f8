import { join } from "node:path";
import { APPLICATION_ID, headers } from "@ops/platform/contract";
import {
  type Authenticate,
  type Config,
  createHttpServer,
  createMetrics,
  factsOf,
  isLocalCaller,
  openApiOf,
  type PlatformNode,
  releaseIn,
  renderApiDocs,
  routesOf,
  sameText,
  serveFiles,
  tokenOf,
} from "@ops/platform/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";

const CONSOLE_FILES = join(import.meta.dirname, "../../dist/console");

/** The build of the pages that this server hands out. */
export const consoleRelease = () => releaseIn(`${CONSOLE_FILES}.stamp`);

const CALLS_PER_SECOND = 30;

interface ConsoleOptions {
  readonly config: Config;
  readonly authenticate: Authenticate;
  readonly credential: { readonly key: Buffer; readonly iv: Buffer };
  readonly isDraining: () => boolean;
}

/** The server of the console: the API, the pages, and what operators ask for. */
export async function createConsoleServer(node: PlatformNode, options: ConsoleOptions): Promise<FastifyInstance> {
  const { config } = options;
  const metrics = createMetrics();
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
  const openApi = openApiOf(
    routes.map(({ route }) => route),
    config.productName,
  );
  serveApiDocs(app, node, options, openApi);
  app.get("/config.json", (_request, reply) => reply.header("cache-control", "no-store").send(webConfig(options)));
  app.get("/metrics", async (request, reply) => {
    if (!mayReadMetrics(config, request)) return reply.callNotFound();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  serveHealth(app, node, options.isDraining);
  await serveFiles(app, CONSOLE_FILES);
  return app;
}

/** What the web needs to know before its first call. The credential key is no secret: it only hides typed text in transit. */
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

/** The whole surface with all its codes: in production for people who are signed in. */
function serveApiDocs(app: FastifyInstance, node: PlatformNode, options: ConsoleOptions, openApi: object): void {
  const isOpen = options.config.appEnv !== "production";
  const apiDocs = renderApiDocs(openApi);
  const mayRead = async (request: FastifyRequest, reply: FastifyReply) => {
    const facts = factsOf(request, reply, { source: "WEB", secure: true });
    // the page is opened in a tab of its own, which sends the cookie and no header
    const token = tokenOf(request) ?? facts.cookie(headers.rotatedToken) ?? null;
    return options.authenticate(token, facts, node.access).then(
      () => true,
      () => false, // whatever is wrong with the session, there is nothing to see
    );
  };
  const serve = (path: string, type: string, content: string | object) =>
    app.get(path, async (request, reply) => {
      if (!isOpen && !(await mayRead(request, reply))) return reply.callNotFound();
      return reply.type(type).send(content);
    });
  serve("/openapi.json", "application/json; charset=utf-8", openApi);
  serve("/api-docs", "text/html; charset=utf-8", apiDocs);
}

/** Prometheus on the same machine, or whoever holds the token. Behind a proxy everybody would be on the same machine. */
function mayReadMetrics({ metricsToken }: Config, request: FastifyRequest): boolean {
  if (metricsToken) return sameText(request.headers.authorization ?? "", `Bearer ${metricsToken}`);
  return isLocalCaller(request);
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
