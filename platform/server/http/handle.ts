import { createHash } from "node:crypto";
import {
  APPLICATION_ID,
  BusinessError,
  businessErrors,
  commonErrors,
  type Endpoint,
  type Envelope,
  headers,
  type WriteEndpoint,
} from "@ops/platform/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Actor, nobody } from "../actor.ts";
import type { AuditedCall } from "../audit/write.ts";
import type { Tx } from "../db/tx.ts";
import type { BurstLimit } from "../limits.ts";
import type { CallWatch } from "../module.ts";
import type { Behalf, PlatformNode } from "../node.ts";
import { type Authenticate, SessionRefused } from "./authenticate.ts";
import { watchAttempts } from "./check/attempts.ts";
import { type Checks, checksOf } from "./check/checks.ts";
import type { DictCodes } from "./check/dict-codes.ts";
import { Repeated, runOnce } from "./check/idempotency.ts";
import type { RefIds } from "./check/ref-ids.ts";
import { type SignedAdmission, type SignedCall, type SignedCaller, SignedRefused } from "./check/signed.ts";
import { actorOfCall } from "./check/view-as.ts";
import { admitCall } from "./check/watched.ts";
import { signalOfClose } from "./closed.ts";
import { sendDownload } from "./download.ts";
import { factsOf, tokenOf } from "./facts.ts";
import { receiveForm } from "./receive.ts";
import type { Download, Route, Steps } from "./route.ts";
import { sendStream } from "./stream.ts";

export interface Serving {
  readonly node: PlatformNode;
  readonly authenticate: Authenticate;
  readonly burst: BurstLimit;
  /** Of calls without a session (PF-R122). */
  readonly unsigned: { readonly address: BurstLimit; readonly path: BurstLimit };
  readonly source: "WEB" | "SSO";
  readonly secureCookies: boolean;
  readonly trustProxy: boolean;
  readonly stopping: AbortSignal;
  readonly calls: CallWatch | undefined;
  readonly signed: SignedAdmission | undefined;
  readonly bodyTimeoutMs?: number;
}

const kernelErrors = businessErrors("", {
  appIdInvalid: "应用标识无效",
  pwdChangeRequired: "请先修改初始密码",
  accountReadOnly: "您的账号为只读，只能查看，不能操作",
});

const placeOf = ({ secureCookies, trustProxy }: Serving, source: "WEB" | "SSO" | "API") => ({
  source,
  trustProxy,
  secure: secureCookies,
});

/** Who calls, checked before a byte of the body is read. */
export async function admit(
  serving: Serving,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Behalf> {
  const { endpoint } = route;
  const facts = factsOf(request, reply, placeOf(serving, serving.source));
  refuseUnknownApplication(serving, endpoint, request);
  if (endpoint.permission === "public") {
    const now = serving.node.clock.now();
    serving.unsigned.address.take(facts.ip, now);
    serving.unsigned.path.take(endpoint.path, now);
    const admitted = await admitCall(serving.calls, endpoint, request);
    return { actor: nobody, permission: "public", request: facts, ...admitted };
  }

  request.rightsMark = serving.node.live.rightsMark;
  const session = await serving.authenticate(tokenOf(request), facts, serving.node.access);
  const actor = actorOfCall(session, endpoint);
  request.callerId = (actor.seenBy ?? actor).userId;
  serving.burst.take(session.actor.sessionId ?? facts.ip, serving.node.clock.now());
  if (session.rotatedToken) reply.header(headers.rotatedToken, session.rotatedToken);
  if (session.readOnly && endpoint.audit !== undefined) throw new SessionRefused("SESSION_ORG_SWITCH");
  if (session.restricted && !endpoint.whileRestricted) throw kernelErrors.pwdChangeRequired();
  if (endpoint.permission !== "session" && !actor.mayCall(endpoint)) throw commonErrors.forbidden();
  refuseReadOnly(actor, endpoint);
  const admitted = await admitCall(serving.calls, endpoint, request);
  const isSeen = actor.seenBy !== undefined && endpoint.permission !== "session";
  const logged = isSeen || admitted.logged === true;
  return { actor, permission: endpoint.permission, request: facts, ...admitted, logged };
}

/**
 * Every call names the application (PF-R26). A file behind a signed address is fetched by the browser itself, which sends
 * nothing of ours; the portal guards its writes on its own.
 */
function refuseUnknownApplication({ source }: Serving, endpoint: Endpoint, request: FastifyRequest): void {
  const named = request.headers[headers.applicationId];
  if (named === APPLICATION_ID) return;
  const isAddressed = endpoint.permission === "public" && endpoint.downloads === true;
  if (named !== undefined || (source === "WEB" && !isAddressed)) throw kernelErrors.appIdInvalid();
}

/** Refuses writes of read-only accounts, except those about the person, such as a change of the own password. */
function refuseReadOnly(actor: Actor, { audit, permission }: Endpoint): void {
  if (actor.isReadOnly && audit !== undefined && permission !== "session") throw kernelErrors.accountReadOnly();
}

/** A call of another system, before a byte of its body is read: the key is known and the clock is right (AU-R52). */
export async function beginSigned({ signed, source, node }: Serving, call: SignedCall): Promise<SignedCaller> {
  if (!signed || source !== "WEB") throw new SignedRefused("API_SIGNATURE");
  return signed.begin(call, node.access);
}

/** Does the same after the signature was verified. From here on it is a call like any other. */
export async function admitSigned(
  serving: Serving,
  { endpoint }: Route,
  { request, reply, actor }: { request: FastifyRequest; reply: FastifyReply; actor: Actor },
): Promise<Behalf> {
  request.callerId = actor.userId;
  if (!endpoint.permission.includes(":") || !actor.mayCall(endpoint)) {
    request.overstepped = true;
    throw new SignedRefused("API_NOT_GRANTED");
  }
  refuseReadOnly(actor, endpoint);
  const facts = factsOf(request, reply, placeOf(serving, "API"));
  const admitted = await admitCall(serving.calls, endpoint, request);
  return { actor, permission: endpoint.permission, request: facts, ...admitted };
}

/** The handler of a route: validate, run in its kind of transaction, present through the answer schema. */
export function handlerOf(serving: Serving, route: Route, module: string) {
  const audited = auditedCallOf(route, module);
  let checks: Checks | undefined; // made at the first call: most routes are called rarely
  return async (behalf: Behalf, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    checks ??= checksOf(route.endpoint, route.kind === "writes" ? route.changes : undefined);
    const { fields } = checks;
    const noteRefusal = watchAttempts(serving.node, { request, reply, behalf, audited });
    try {
      return await answer(serving, route, { request, reply, behalf, module, noteRefusal, checks });
    } catch (error) {
      if (route.endpoint.audit !== undefined) noteRefusal(error);
      throw presentRefusal(route, error, (data) => fields.shown(behalf.actor, data));
    }
  };
}

interface Answered extends Pick<Call, "behalf" | "module" | "noteRefusal"> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly checks: Checks;
}

async function answer(
  serving: Serving,
  route: Route,
  { request, reply, behalf: admitted, module, noteRefusal, checks }: Answered,
): Promise<FastifyReply> {
  const { validate, fields, codes, refs } = checks;
  const { node } = serving;
  if (route.kind === "upload") {
    await using form = await receiveForm(request);
    const input = validate({ params: request.params, query: request.query, body: form.fields });
    const behalf = await withCodes(node, codes, admitted, input);
    if (refs) await node.read(behalf, (tx) => refs.check(tx, input));
    const steps = stepsOf(node, { behalf, reply, noteRefusal }, auditedCallOf(route, module));
    const data = await route.handle(steps, input, form.requireFile());
    return sendAnswer(route, request, reply, route.endpoint.answer?.parse(data));
  }
  const input = validate({ params: request.params, query: request.query, body: request.body });
  fields.refuse(admitted.actor, request.body); // as it was sent: a default is no edit
  const behalf = await withCodes(node, codes, admitted, input);
  if (route.kind === "stream") {
    const signal = AbortSignal.any([serving.stopping, signalOfClose(reply)]);
    const { rightsMark } = request;
    const items = route.handle({ actor: behalf.actor, rightsMark, request: behalf.request, signal }, input);
    return sendStream(reply, items, node.log);
  }
  if (route.kind === "download")
    return sendDownload(request, reply, await downloadAs(node, route, { behalf, input, module }));
  const key = String(request.headers[headers.idempotencyKey] ?? "").slice(0, 100);
  const data = await run(node, route, { behalf, input, module, key, reply, noteRefusal, refs });
  const shown = fields.shown(behalf.actor, data);
  if (behalf.keepsBody) request.answered = shown;
  return sendAnswer(route, request, reply, shown);
}

async function withCodes(node: PlatformNode, codes: DictCodes | null, behalf: Behalf, input: Call["input"]) {
  if (codes === null) return behalf;
  return { ...behalf, retired: await node.read(behalf, (tx) => codes.check(tx, input)) };
}

interface Call {
  behalf: Behalf;
  input: { params: never; query: never; body: never };
  module: string;
  key: string;
  reply: FastifyReply;
  refs: RefIds | null;
  noteRefusal: (refusal: unknown) => void;
}

/** The part of a call that reads need. */
type Called = Pick<Call, "behalf" | "input" | "module">;

/** Reads; where reading itself is to be seen in the log, nothing is read without its audit row. */
async function readAs<T>(
  node: PlatformNode,
  route: Pick<Route, "endpoint"> & { handle: (tx: Tx, input: Call["input"]) => Promise<T> },
  { behalf, input, module }: Called,
): Promise<T> {
  if (behalf.logged) {
    const { id = "" }: { id?: string } = input.params ?? {};
    const { seenBy, name } = behalf.actor;
    await node.transaction({ ...behalf, actor: seenBy ?? behalf.actor }, auditedCallOf(route, module), async (tx) => {
      tx.trail.about(module, id);
      if (seenBy) tx.trail.summary = `视角预览：以「${name}」的视角`;
    });
  }
  return node.read(behalf, (tx) => route.handle(tx, input));
}

async function downloadAs(
  node: PlatformNode,
  route: Extract<Route, { kind: "download" }>,
  call: Called,
): Promise<Download> {
  const { note } = route;
  if (!note) return readAs(node, route, call);
  await node.transaction(call.behalf, auditedCallOf(route, call.module), (tx) => note(tx, call.input));
  return node.read(call.behalf, (tx) => route.handle(tx, call.input));
}

async function run(node: PlatformNode, route: Extract<Route, { kind: "reads" | "writes" | "steps" }>, call: Call) {
  const { behalf, input } = call;
  const present = (value: unknown) => route.endpoint.answer?.parse(value);
  if (route.kind === "reads") return present(await readAs(node, route, call));
  const audited = auditedCallOf(route, call.module);
  const { refs } = call;
  if (route.kind === "steps") {
    if (refs) await node.read(behalf, (tx) => refs.check(tx, input));
    return present(await route.handle(stepsOf(node, call, audited), input));
  }
  const keyed = call.key !== "" && keepsAnswers(route.endpoint);
  try {
    return await node.transaction(behalf, audited, async (tx) => {
      const act = async () => {
        await refs?.check(tx, input);
        return present(await route.handle(tx, input));
      };
      return keyed ? runOnce(tx, { key: call.key, endpoint: audited.action, input }, act) : act();
    });
  } catch (error) {
    if (error instanceof Repeated) return error.answer;
    throw error;
  }
}

/** Only work in steps can end half way: a signal for every call would be dear, as its abort makes an error with a stack. */
function stepsOf(
  node: PlatformNode,
  { behalf, reply, noteRefusal }: Pick<Call, "behalf" | "reply" | "noteRefusal">,
  audited: AuditedCall,
): Steps {
  return {
    actor: behalf.actor,
    request: behalf.request,
    signal: signalOfClose(reply),
    noteRefusal,
    commit: (act) => node.transaction(behalf, null, act),
    finish: (act) => node.transaction(behalf, audited, act),
  };
}

/** An answer with a credential must not lie in the database, and callers without a session would share theirs. */
function keepsAnswers({ method, secret, permission }: WriteEndpoint): boolean {
  return method === "POST" && !secret && permission !== "public";
}

function auditedCallOf({ endpoint }: Pick<Route, "endpoint">, module: string): AuditedCall {
  const action = `${endpoint.method} ${endpoint.path}`;
  return { action, actionName: endpoint.audit ?? endpoint.title ?? action, module, result: "SUCCESS" };
}

/** Passes the data of a refusal through the answer schema. Data that does not fit is not sent. */
function presentRefusal(route: Route, error: unknown, shown: (data: unknown) => unknown): unknown {
  if (!(error instanceof BusinessError) || error.data === null) return error;
  if (error.msgCode !== "COMMON_VERSION_CONFLICT") return error;
  const data = route.endpoint.answer?.safeParse(error.data).data ?? null;
  return new BusinessError(error.msgCode, error.message, shown(data));
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
