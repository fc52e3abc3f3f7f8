import { commonErrors } from "@ops/platform/contract";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { z } from "zod";
import { newId } from "../crypto.ts";
import { BurstLimit } from "../limits.ts";
import type { Behalf, PlatformNode } from "../node.ts";
import type { Authenticate } from "./authenticate.ts";
import { compress } from "./compress.ts";
import { sendFailure } from "./failures.ts";
import { admit, handlerOf, type Serving } from "./handle.ts";
import { protect, securityHeaders } from "./protect.ts";
import { accessLog, type HttpMetrics, requestDone } from "./request-done.ts";
import type { Route } from "./route.ts";

export interface HttpOptions {
  readonly node: PlatformNode;
  readonly routes: readonly { route: Route; module: string }[];
  readonly authenticate: Authenticate;
  readonly source: "WEB" | "SSO";
  readonly metrics: HttpMetrics;
  /** Whether callers arrive through a reverse proxy, which then says where they come from. */
  readonly trustProxy: boolean;
  readonly secureCookies: boolean;
  /** Hosts besides its own that pages may call or go to. */
  readonly connectTo: readonly string[];
  /** Calls of one session per second and node (PF-R83). */
  readonly callsPerSecond: number;
}

const BODY_LIMIT = 2_000_000;
const REQUEST_TIMEOUT_MS = 30_000;

z.config({ localeError: () => "" }); // a check without a text of its own answers COMMON_PARAM

/** An HTTP server that answers the given routes and nothing else; apps add pages and files. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { node } = options;
  const app = Fastify({
    logger: false,
    // the word of the nearest proxy; what stands before it was sent by the caller
    trustProxy: options.trustProxy && ((_address: string, hop: number) => hop === 0),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false, // what still comes over an open connection is answered, and the connection closed
    genReqId: () => newId(),
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 500 },
    // addresses that cannot be read: no route is known and no hook runs
    frameworkErrors: (error, request, reply) => {
      const always = { "cache-control": "no-store", "x-request-id": request.id };
      reply.headers({ ...securityHeaders(options.connectTo), ...always });
      sendFailure(error, reply, { log: node.log, requestId: request.id });
    },
  });
  app.decorateRequest("behalf", null);
  app.decorateRequest("callerId", null);
  app.decorateRequest("overstepped", false);
  protect(app, options.connectTo);
  compress(app);
  acceptForms(app);
  const stopping = endStreamsOnClose(app);
  app.setErrorHandler((error, request, reply) => sendFailure(error, reply, { log: node.log, requestId: request.id }));
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ success: false, msg: "接口404，未找到资源路径！", msgCode: "NOT_FOUND", data: null }),
  );
  const around = { log: accessLog(node.log), metrics: options.metrics };
  app.addHook("onResponse", (request, reply, done) => {
    requestDone(request, reply, around);
    done();
  });
  const burst = new BurstLimit(options.callsPerSecond);
  const calls = node.modules.find((module) => module.calls)?.calls;
  const serving: Serving = { ...options, burst, stopping, calls };
  for (const { route, module } of options.routes) mount(app, serving, route, module);
  return app;
}

function mount(app: FastifyInstance, serving: Serving, route: Route, module: string): void {
  const handle = handlerOf(serving, route, module);
  const { endpoint } = route;
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header("cache-control", "no-store").header("x-request-id", request.id);
      request.behalf = await admit(serving, route, request, reply);
    },
    handler: async (request, reply) => {
      if (!request.behalf) throw commonErrors.forbidden();
      return handle(request.behalf, request, reply);
    },
    onResponse: async (request, reply) => {
      const { callerId: userId, overstepped } = request;
      const msgCode = String(reply.getHeader("x-msg-code") ?? "");
      const ms = reply.elapsedTime;
      serving.calls?.answered({ endpoint, userId, status: reply.statusCode, msgCode, ms, overstepped });
    },
  });
}

/** Besides JSON, a POST may come as a form (spec section 7). */
function acceptForms(app: FastifyInstance): void {
  const type = "application/x-www-form-urlencoded";
  app.addContentTypeParser(type, { parseAs: "string" }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
}

/** Live streams would keep a closing server waiting for ever. */
function endStreamsOnClose(app: FastifyInstance): AbortSignal {
  const stopping = new AbortController();
  app.addHook("preClose", async () => {
    stopping.abort();
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
    const last = setTimeout(() => app.server.closeAllConnections(), 10_000);
    app.server.once("close", () => {
      clearInterval(sweep);
      clearTimeout(last);
    });
  });
  return stopping.signal;
}

declare module "fastify" {
  interface FastifyRequest {
    /** On whose behalf the call runs, once it has been admitted. */
    behalf: Behalf | null;
    /** Who called, known before the call is admitted. */
    callerId: string | null;
    /** Asked for more than the caller may. */
    overstepped: boolean;
  }
}
