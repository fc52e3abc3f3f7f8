import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { nobody } from "../actor.ts";
import type { Tx } from "../db/tx.ts";
import { errorClass } from "../jobs/error-class.ts";
import { BurstLimit, TooMany } from "../limits.ts";
import type { PlatformNode } from "../node.ts";
import { limitBodyTime } from "./check/body-time.ts";
import { factsOf } from "./facts.ts";

/** Where a foreign system calls in a format of its own. */
export interface HookEndpoint<P extends z.ZodObject = z.ZodObject, Q extends z.ZodObject = z.ZodObject> {
  readonly method: "GET" | "POST";
  readonly path: `/${string}`;
  /** Who calls and why, in Chinese. */
  readonly title: string;
  readonly params?: P;
  readonly query?: Q;
}

/** How much a hook takes: bytes of one body, and calls in a second on one node, of one address and of all. */
export interface HookMost {
  readonly bytes: number;
  readonly perAddress: number;
  readonly perPath: number;
}

export interface HookCall<P, Q> {
  readonly params: P;
  readonly query: Q;
  /** The body as it came. The hook must first verify who sent it. */
  readonly body: Buffer;
  header(name: string): string | undefined;
  readonly ip: string;
}

/** The access to the database. There is no session, and the caller is unknown until the hook has verified it. */
export interface HookWork {
  read<T>(act: (tx: Tx) => Promise<T>): Promise<T>;
  commit<T>(act: (tx: Tx) => Promise<T>): Promise<T>;
}

/** A text is answered with 200. */
export type HookAnswer = string | { readonly status: 200 | 400 | 403 | 503; readonly text: string };

export interface HookRoute {
  readonly endpoint: HookEndpoint;
  readonly most: HookMost;
  act(work: HookWork, call: HookCall<never, never>): Promise<HookAnswer>;
}

/** Answers a foreign system: raw body in, plain text out (PF-R122). The module lists it under `hooks`. */
export function hooks<P extends z.ZodObject, Q extends z.ZodObject>(
  endpoint: HookEndpoint<P, Q>,
  { most }: { readonly most: HookMost },
  act: (work: HookWork, call: HookCall<z.output<P>, z.output<Q>>) => Promise<HookAnswer>,
): HookRoute {
  return { endpoint: endpoint as unknown as HookEndpoint, most, act: act as HookRoute["act"] };
}

interface Serving {
  readonly node: PlatformNode;
  readonly secureCookies: boolean;
  readonly trustProxy: boolean;
  readonly bodyTimeoutMs?: number;
}

/** Mounts the hooks of all modules on a part of the server of their own: nothing there reads or writes JSON. */
export async function mountHooks(app: FastifyInstance, serving: Serving): Promise<void> {
  const routes = serving.node.modules.flatMap((module) => module.hooks ?? []);
  if (routes.length === 0) return;
  await app.register(async (part) => {
    part.removeAllContentTypeParsers();
    part.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    part.setErrorHandler((error, request, reply) => refuse(serving.node, error, request, reply));
    for (const route of routes) mount(part, serving, route);
  });
}

function mount(part: FastifyInstance, serving: Serving, route: HookRoute): void {
  const { endpoint, most } = route;
  const limits = [new BurstLimit(most.perAddress), new BurstLimit(most.perPath)] as const;
  part.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
    bodyLimit: most.bytes,
    onRequest: async (request, reply) => {
      reply.header("cache-control", "no-store").header("x-request-id", request.id);
      limitBodyTime(request, serving.bodyTimeoutMs);
      const now = serving.node.clock.now();
      limits[0].take(request.ip, now);
      limits[1].take("", now);
    },
    handler: (request, reply) => answer(serving, route, request, reply),
  });
}

async function answer(serving: Serving, route: HookRoute, request: FastifyRequest, reply: FastifyReply) {
  const { endpoint, act } = route;
  const params = (endpoint.params?.safeParse(request.params) ?? { data: undefined }) as {
    data: never;
    error?: unknown;
  };
  const query = (endpoint.query?.safeParse(request.query) ?? { data: undefined }) as { data: never; error?: unknown };
  if (params.error || query.error) return plain(reply, 400, "bad request");
  const facts = factsOf(request, reply, {
    source: "API",
    secure: serving.secureCookies,
    trustProxy: serving.trustProxy,
  });
  const behalf = { actor: nobody, permission: `hook:${endpoint.path}`, request: facts };
  const work: HookWork = {
    read: (read) => serving.node.read(behalf, read),
    commit: (write) => serving.node.transaction(behalf, null, write),
  };
  const said = await act(work, {
    params: params.data,
    query: query.data,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    header: (name) => headerOf(request, name),
    ip: request.ip,
  });
  return typeof said === "string" ? plain(reply, 200, said) : plain(reply, said.status, said.text);
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
}

function plain(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type("text/plain; charset=utf-8").send(text);
}

/**
 * Answers an error without its text. The log gets only its kind and place, because the text may repeat what was sent.
 */
function refuse(node: PlatformNode, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof TooMany) return plain(reply, 429, "too many requests");
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  if (status < 500) return plain(reply, status, "bad request");
  const route = request.routeOptions.url;
  node.log.error({ requestId: request.id, route, error: errorClass(error), at: placesIn(error) }, "a hook failed");
  return plain(reply, 500, "error");
}

function placesIn(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  return stack.split("\n").filter((line) => /^ {4}at /.test(line));
}
