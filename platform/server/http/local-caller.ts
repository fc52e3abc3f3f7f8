import type { FastifyRequest } from "fastify";

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
/** What proxies add: behind one, every caller comes from its address. */
const PROXY_HEADERS = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded", "via"];

/** Whether the call began on this machine, as far as the connection itself tells and no proxy stands in between. */
export function isLocalCaller({ raw, headers }: Pick<FastifyRequest, "raw" | "headers">): boolean {
  return LOOPBACK.has(raw.socket.remoteAddress ?? "") && PROXY_HEADERS.every((name) => headers[name] === undefined);
}
