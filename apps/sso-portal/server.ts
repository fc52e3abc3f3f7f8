import { join } from "node:path";
import { type Authority, echoKeys, isSmsAvailable } from "@ops/authority/server";
import { APPLICATION_ID, headers } from "@ops/platform/contract";
import { type Config, createHttpServer, createMetrics, type PlatformNode, serveFiles } from "@ops/platform/server";
import type { FastifyInstance } from "fastify";
import { serveEcho } from "./echo.ts";

const PORTAL_FILES = join(import.meta.dirname, "../../dist/sso-portal");
const CALLS_PER_SECOND = 20;

interface PortalOptions {
  readonly config: Config;
  readonly portal: NonNullable<Authority["portal"]>;
  readonly credential: { readonly key: Buffer; readonly iv: Buffer };
  readonly smsAvailable: boolean;
  /** The folder of the built page. */
  readonly files?: string;
}

/** What the portal shares with the server of the console in the same process. */
interface ConsoleServer {
  readonly config: Config;
  readonly node: PlatformNode;
  readonly authority: Authority;
  readonly credential: PortalOptions["credential"];
  readonly stopping: { add(step: () => Promise<unknown>): void };
}

/** Serves 统一登录平台 beside the console, unless the brand has no unified sign-on (PF-R58). */
export async function startPortal({ config, node, authority, credential, stopping }: ConsoleServer): Promise<void> {
  const { portal } = authority;
  const { sso } = authority.context.settings;
  if (!portal || !sso) return;
  const app = await createPortalServer(node, { config, portal, credential, smsAvailable: isSmsAvailable(sso) });
  if (config.appEnv !== "production") {
    const keys = () => echoKeys(node.access, authority.context.settings);
    serveEcho(app, { consoleOrigin: `http://127.0.0.1:${config.port}`, keys });
  }
  stopping.add(() => app.close());
  await app.listen({ port: config.ssoPort, host: config.host });
}

/** Makes the server of the portal: its calls, its page, and its settings. */
export async function createPortalServer(node: PlatformNode, options: PortalOptions): Promise<FastifyInstance> {
  const { config, portal } = options;
  const app = await createHttpServer({
    node,
    routes: portal.routes.map((route) => ({ route, module: "authority" })),
    authenticate: portal.authenticate,
    source: "SSO",
    metrics: createMetrics(),
    trustProxy: config.trustProxy,
    secureCookies: config.ssoHost?.startsWith("https:") ?? false,
    connectTo: [],
    callsPerSecond: CALLS_PER_SECOND,
    maxConnections: config.maxConnections,
  });
  refuseForeignForms(app);
  app.get("/config.json", (_request, reply) => reply.header("cache-control", "no-store").send(portalConfig(options)));
  await serveFiles(app, options.files ?? PORTAL_FILES);
  return app;
}

/**
 * Refuses calls without our header, because a page of another site can send a form with the cookie, but not the header.
 */
function refuseForeignForms(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    const isOurs = request.method === "GET" || request.headers[headers.applicationId] === APPLICATION_ID;
    if (isOurs) return;
    return reply.send({ success: false, msg: "应用标识无效", msgCode: "APP_ID_INVALID", data: null });
  });
}

function portalConfig({ config, credential, smsAvailable }: PortalOptions) {
  return {
    credentialKey: credential.key.toString("base64"),
    credentialIv: credential.iv.toString("base64"),
    productName: config.productName,
    consoleName: config.productName,
    smsAvailable,
    appEnv: config.appEnv,
  };
}
