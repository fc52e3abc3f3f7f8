import { type Endpoint, titleOf } from "@ops/platform/contract";
import { dropWithSession } from "../session/caches.ts";
import type { WireInput } from "./address.ts";
import { type SendOptions, type Sent, send } from "./transport.ts";

/** The server's code for a missing reason. The reason is sent in a header, so that the body need not be read. */
const REASON_REQUIRED = "REASON_REQUIRED";
const KEPT_MS = 10 * 60_000;

const given = new Map<string, { readonly reason: string; readonly until: number }>();
const asking = new Map<string, Promise<string | null>>();

dropWithSession(() => given.clear());

/**
 * Sends a call. If the interface is sensitive, it asks for the reason and sends the call again with it (AU-R47). The
 * reason is kept for ten minutes per interface, so that turning a page does not ask again.
 */
export async function sendExplained(
  endpoint: Endpoint,
  input: WireInput,
  options: SendOptions & { readonly background?: boolean },
): Promise<Sent> {
  const key = `${endpoint.method} ${endpoint.path}`;
  const known = given.get(key);
  const reason = known && known.until > Date.now() ? known.reason : undefined;
  const sent = await send(endpoint, input, { ...options, reason });
  if (options.background || sent.response.headers.get("x-msg-code") !== REASON_REQUIRED) return sent;
  const answer = await ask(key, titleOf(endpoint));
  return answer === null ? sent : send(endpoint, input, { ...options, reason: answer });
}

/** Several calls of one interface at once are one question. */
function ask(key: string, title: string): Promise<string | null> {
  const open = asking.get(key) ?? import("./ask-reason.tsx").then(({ askReason }) => askReason(title));
  asking.set(key, open);
  return open
    .then((reason) => {
      if (reason !== null) given.set(key, { reason, until: Date.now() + KEPT_MS });
      return reason;
    })
    .finally(() => asking.delete(key));
}
