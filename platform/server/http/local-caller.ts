import type { FastifyRequest } from "fastify";

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
/** What proxies add: behind one, every caller comes from its address. */
const PROXY_HEADERS = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded", "via"];

/**
 * Whether the call began on this machine, as far as the connection itself tells and no proxy stands in between. Where one is
 * known to stand, nobody is local: it may add no header, and everybody would come from its address.
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
