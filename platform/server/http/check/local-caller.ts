import type { FastifyRequest } from "fastify";

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
/** What proxies add: behind one, every caller comes from its address. */
const PROXY_HEADERS = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded", "via"];

/**
 * Tells whether the call came from this machine, by its connection and without a proxy. If a proxy is configured,
 * nobody counts as local, because it may add no header, and all callers would have its address.
 */
export function isLocalCaller(
  { raw, headers }: Pick<FastifyRequest, "raw" | "headers">,
  { trustProxy }: { readonly trustProxy: boolean },
): boolean {
  return (
    !trustProxy &&
    LOOPBACK.has(raw.socket.remoteAddress ?? "") &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  );
}
