import { createHash } from "node:crypto";
import { PassThrough } from "node:stream";
import {
  APPLICATION_ID,
  BusinessError,
  businessErrors,
  commonErrors,
  type Envelope,
  headers,
  type WriteEndpoint,
} from "@ops/platform/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { nobody } from "../actor.ts";
import { OutOfScope } from "../db/out-of-scope.ts";
import type { Tx } from "../db/tx.ts";
import type { BurstLimit } from "../limits.ts";
import type { CallWatch } from "../module.ts";
import type { Behalf, PlatformNode } from "../node.ts";
import { type Authenticate, SessionRefused } from "./authenticate.ts";
import { factsOf, tokenOf } from "./facts.ts";
import { onceByKey, Repeated } from "./idempotency.ts";
import type { Route } from "./route.ts";
import { sendStream } from "./stream.ts";
import { validatorOf } from "./validate.ts";

export interface Serving {
  readonly node: PlatformNode;
  readonly authenticate: Authenticate;
  readonly burst: BurstLimit;
  readonly source: "WEB" | "SSO";
  readonly secureCookies: boolean;
  readonly stopping: AbortSignal;
  readonly calls: CallWatch | undefined;
}

const kernelErrors = businessErrors("", {
  appIdInvalid: "应用标识无效",
  pwdChangeRequired: "请先修改初始密码",
});

/** Who calls, checked before a byte of the body is read. */
export async function admit(
  serving: Serving,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Behalf> {
  const { endpoint } = route;
  const facts = factsOf(request, reply, { source: serving.source, secure: serving.secureCookies });
  const applicationId = request.headers[headers.applicationId];
  if (applicationId !== undefined && applicationId !== APPLICATION_ID) throw kernelErrors.appIdInvalid();
  if (endpoint.permission === "public") {
    const admitted = await serving.calls?.admit(endpoint);
    return { actor: nobody, permission: "public", request: facts, ...admitted };
  }

  const session = await serving.authenticate(tokenOf(request), facts, serving.node.access);
  request.callerId = session.actor.userId;
  serving.burst.take(session.actor.sessionId ?? facts.ip, serving.node.clock.now());
  if (session.rotatedToken) reply.header(headers.rotatedToken, session.rotatedToken);
  if (session.readOnly && endpoint.audit !== undefined) throw new SessionRefused("SESSION_ORG_SWITCH");
  if (session.restricted && !endpoint.whileRestricted) throw kernelErrors.pwdChangeRequired();
  if (endpoint.permission !== "session" && !session.actor.can(endpoint.permission)) {
    request.overstepped = true;
    throw commonErrors.forbidden();
  }
  const admitted = await serving.calls?.admit(endpoint);
  return { actor: session.actor, permission: endpoint.permission, request: facts, ...admitted };
}

/** The handler of a route: validate, run in its kind of transaction, present through the answer schema. */
export function handlerOf(serving: Serving, route: Route, module: string) {
  const validate = validatorOf(route.endpoint);
  return async (behalf: Behalf, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const input = validate({ params: request.params, query: request.query, body: request.body });
    try {
      if (route.kind === "stream") {
        const signal = AbortSignal.any([serving.stopping, closedSignal(reply)]);
        return sendStream(reply, route.handle({ actor: behalf.actor, request: behalf.request, signal }, input));
      }
      if (route.kind === "download") {
        return sendDownload(reply, await readAs(serving.node, route, { behalf, input, module }));
      }
      const key = String(request.headers[headers.idempotencyKey] ?? "").slice(0, 100);
      const data = await run(serving.node, route, { behalf, input, module, key });
      return sendAnswer(route, request, reply, data);
    } catch (error) {
      if (error instanceof OutOfScope) {
        request.overstepped = true;
        await logAttempt(serving.node, route, behalf, module, error);
      }
      throw presented(route, error);
    }
  };
}

interface Call {
  behalf: Behalf;
  input: { params: never; query: never; body: never };
  module: string;
  key: string;
}

/** Reads; where reading itself is to be seen in the log, nothing is read without its audit row. */
async function readAs<T>(
  node: PlatformNode,
  route: Pick<Route, "endpoint"> & { handle: (tx: Tx, input: Call["input"]) => Promise<T> },
  { behalf, input, module }: Omit<Call, "key">,
): Promise<T> {
  if (behalf.logged) {
    const { id = "" }: { id?: string } = input.params ?? {};
    await node.transaction(behalf, auditedCall(route, module), async (tx) => tx.trail.about(module, id));
  }
  return node.read(behalf, (tx) => route.handle(tx, input));
}

async function run(node: PlatformNode, route: Extract<Route, { kind: "reads" | "writes" | "steps" }>, call: Call) {
  const { behalf, input } = call;
  const present = (value: unknown) => route.endpoint.answer?.parse(value);
  if (route.kind === "reads") return present(await readAs(node, route, call));
  const audited = auditedCall(route, call.module);
  if (route.kind === "steps") {
    return present(
      await route.handle(
        {
          actor: behalf.actor,
          request: behalf.request,
          commit: (act) => node.transaction(behalf, null, act),
          finish: (act) => node.transaction(behalf, audited, act),
        },
        input,
      ),
    );
  }
  const keyed = call.key !== "" && keepsAnswers(route.endpoint);
  try {
    return await node.transaction(behalf, audited, async (tx) => {
      const act = async () => present(await route.handle(tx, input));
      return keyed ? onceByKey(tx, { key: call.key, endpoint: audited.action, input }, act) : act();
    });
  } catch (error) {
    if (error instanceof Repeated) return error.answer;
    throw error;
  }
}

/** An answer with a credential must not lie in the database, and callers without a session would share theirs. */
function keepsAnswers({ method, secret, permission }: WriteEndpoint): boolean {
  return method === "POST" && !secret && permission !== "public";
}

function auditedCall(route: Pick<Route, "endpoint">, module: string, result: "SUCCESS" | "REFUSED" = "SUCCESS") {
  const { endpoint } = route;
  const action = `${endpoint.method} ${endpoint.path}`;
  return { action, actionName: endpoint.audit ?? endpoint.title ?? action, module, result };
}

async function logAttempt(node: PlatformNode, route: Route, behalf: Behalf, module: string, refused: OutOfScope) {
  await node.transaction(behalf, auditedCall(route, module, "REFUSED"), async (tx) => {
    tx.trail.about(refused.bizType, refused.bizId);
    tx.trail.summary = "越权尝试";
  });
}

/** What a refusal carries passes the answer schema like any answer; what does not fit stays here. */
function presented(route: Route, error: unknown): unknown {
  if (!(error instanceof BusinessError) || error.data === null) return error;
  if (error.msgCode !== "COMMON_VERSION_CONFLICT") return error;
  const data = route.endpoint.answer?.safeParse(error.data).data ?? null;
  return new BusinessError(error.msgCode, error.message, data);
}

function sendAnswer(route: Route, request: FastifyRequest, reply: FastifyReply, data: unknown): FastifyReply {
  const body: Envelope<unknown> = { success: true, msg: "", msgCode: "", data: data ?? null };
  if (!route.endpoint.revalidates) return reply.send(body);
  const text = JSON.stringify(body);
  const etag = `"${createHash("sha1").update(text).digest("base64url")}"`;
  reply.header("etag", etag).header("cache-control", "private, no-cache");
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(text);
}

function sendDownload(
  reply: FastifyReply,
  file: { fileName: string; contentType: string; body: unknown },
): FastifyReply {
  const name = encodeURIComponent(file.fileName);
  return reply
    .type(file.contentType)
    .header(headers.exportFileName, name)
    .header("content-disposition", `attachment; filename*=UTF-8''${name}`)
    .send(file.body ?? new PassThrough().end());
}

function closedSignal(reply: FastifyReply): AbortSignal {
  const closed = new AbortController();
  reply.raw.once("close", () => closed.abort());
  return closed.signal;
}
