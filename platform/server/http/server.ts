import { BusinessError, commonErrors } from "@ops/platform/contract";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { z } from "zod";
import { BurstLimit } from "../limits.ts";
import type { Behalf, PlatformNode } from "../node.ts";
import { newId } from "../secret/crypto.ts";
import type { Authenticate } from "./authenticate.ts";
import { limitBodyTime } from "./check/body-time.ts";
import { protect, securityHeaders } from "./check/protect.ts";
import { isSigned, readBody, type SignedCaller, signedCallOf } from "./check/signed.ts";
import { compress } from "./compress.ts";
import { sendFailure } from "./failures.ts";
import { admit, admitSigned, beginSigned, handlerOf, type Serving } from "./handle.ts";
import { mountHooks } from "./hooks.ts";
import { acceptUploads } from "./receive.ts";
import { accessLog, type HttpMetrics, requestDone } from "./request-done.ts";
import type { Route } from "./route.ts";

export interface HttpOptions {
  readonly node: PlatformNode;
  readonly routes: readonly { route: Route; module: string }[];
  readonly authenticate: Authenticate;
  readonly source: "WEB" | "SSO";
  readonly metrics: HttpMetrics;
  /** Whether callers come through a reverse proxy, which then tells their address. */
  readonly trustProxy: boolean;
  readonly secureCookies: boolean;
  /** Hosts besides its own that pages may call or go to. */
  readonly connectTo: readonly string[];
  /** Calls of one session per second and node (PF-R83). */
  readonly callsPerSecond: number;
  /** Open connections at a time; more are turned away. */
  readonly maxConnections?: number;
  /** How long the headers of a call may take to come. */
  readonly headersTimeoutMs?: number;
  /** How long its body may take, if it is no file. */
  readonly bodyTimeoutMs?: number;
}

const BODY_LIMIT = 2_000_000;
const PUBLIC_PER_SECOND = 100;
const ADDRESSES_AT_ONCE = 10;
/** A large file over a slow line; every other body must come in less (`limitBodyTime`). */
const UPLOAD_TIMEOUT_MS = 300_000;
const HEADERS_TIMEOUT_MS = 20_000;

z.config({ localeError: () => "" }); // a check without a text of its own answers COMMON_PARAM

/** An HTTP server that answers the given routes and nothing else; apps add pages and files. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { node, headersTimeoutMs = HEADERS_TIMEOUT_MS } = options;
  const app = Fastify({
    // node looks for late ones at this interval only
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: Math.min(5_000, headersTimeoutMs) },
    // only the entry of the nearest proxy counts, because the caller could have sent the others
    trustProxy: options.trustProxy && ((_address: string, hop: number) => hop === 0),
    bodyLimit: BODY_LIMIT,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    return503OnClosing: false, // what still comes over an open connection is answered, and the connection closed
    genReqId: () => newId(),
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 500 },
    // endpoints check by their own schemas; without these two, Fastify loads a compiler for schemas that no route has
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    // addresses that cannot be read: no route is known and no hook runs
    frameworkErrors: (error, request, reply) => {
      const always = { "cache-control": "no-store", "x-request-id": request.id };
      reply.headers({ ...securityHeaders(options.connectTo), ...always });
      sendFailure(error, reply, { log: node.log, requestId: request.id });
    },
  });
  if (options.maxConnections !== undefined) app.server.maxConnections = options.maxConnections;
  app.decorateRequest("behalf", null);
  app.decorateRequest("callerId", null);
  app.decorateRequest("rightsMark", 0);
  app.decorateRequest("overstepped", false);
  app.decorateRequest("answered", null);
  app.decorateRequest("signer", null);
  protect(app, options.connectTo);
  compress(app);
  acceptForms(app);
  const stopping = endStreamsOnClose(app);
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof BusinessError && error.isOverstep) request.overstepped = true;
    return sendFailure(error, reply, { log: node.log, requestId: request.id });
  });
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
  const signed = node.modules.find((module) => module.signedCalls)?.signedCalls;
  const unsigned = publicLimits(options);
  const serving: Serving = { ...options, burst, unsigned, stopping, calls, signed };
  const isUpload = ({ route }: { route: Route }) => route.kind === "upload";
  for (const { route, module } of options.routes) if (!isUpload({ route })) mount(app, serving, route, module);
  await app.register(async (part) => {
    await acceptUploads(part);
    for (const { route, module } of options.routes.filter(isUpload)) mount(part, serving, route, module);
  });
  if (options.source === "WEB") await mountHooks(app, serving);
  return app;
}

/** Calls without a session in a second and on one node: of one address, behind which a whole shop may sit, and of one path. */
function publicLimits({ callsPerSecond }: HttpOptions): Serving["unsigned"] {
  const perAddress = Math.max(PUBLIC_PER_SECOND, callsPerSecond);
  return { address: new BurstLimit(perAddress), path: new BurstLimit(perAddress * ADDRESSES_AT_ONCE) };
}

function refuseSchemas(): never {
  throw new Error("what a call takes and answers is declared by its endpoint, not by a schema of Fastify");
}

function mount(app: FastifyInstance, serving: Serving, route: Route, module: string): void {
  const handle = handlerOf(serving, route, module);
  const { endpoint } = route;
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header("cache-control", "no-store").header("x-request-id", request.id);
      if (route.kind !== "upload") limitBodyTime(request, serving.bodyTimeoutMs);
      if (isSigned(request)) request.signer = await beginSigned(serving, signedCallOf(request, endpoint));
      else request.behalf = await admit(serving, route, request, reply);
    },
    preParsing: (request, reply, payload, done) => {
      const { signer } = request;
      if (!signer) return done(null, payload);
      const proven = async () => {
        const { bodyHash, again } = await readBody(payload, BODY_LIMIT);
        const actor = await signer.prove(bodyHash);
        request.behalf = await admitSigned(serving, route, { request, reply, actor });
        return again;
      };
      proven().then((again) => done(null, again), done);
    },
    handler: async (request, reply) => {
      if (!request.behalf) throw commonErrors.forbidden();
      return handle(request.behalf, request, reply);
    },
    onResponse: async (request, reply) => {
      const { callerId: userId, overstepped } = request;
      const msgCode = String(reply.getHeader("x-msg-code") ?? "");
      const ms = reply.elapsedTime;
      const bodies = request.behalf?.keepsBody ? bodiesOf(request) : null;
      serving.calls?.answered({ endpoint, userId, status: reply.statusCode, msgCode, ms, overstepped, bodies });
      request.signer?.answered({ status: reply.statusCode, msgCode, ms });
    },
  });
}

function bodiesOf({ id, params, query, body, answered }: FastifyRequest) {
  return { traceId: id, request: { params, query, body }, answer: answered };
}

/** Besides JSON, a POST may come as a form (spec section 7). */
function acceptForms(app: FastifyInstance): void {
  const type = "application/x-www-form-urlencoded";
  app.addContentTypeParser(type, { parseAs: "string" }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
}

/** Ends live streams, which would otherwise keep a closing server waiting for ever. */
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
    /** The person for whom the call runs, after its admission. */
    behalf: Behalf | null;
    /** Who called, known before the call is admitted. */
    callerId: string | null;
    /** What the live hub had heard of changes of rights before those of the caller were read. */
    rightsMark: number;
    /** The answer of the call, if it is stored. */
    answered: unknown;
    /** Whether the call tried to do more than allowed. */
    overstepped: boolean;
    /** Another system that calls with a signature; null for people. */
    signer: SignedCaller | null;
  }
}
