import { type Endpoint, titleOf } from "@ops/platform/contract";
import { dropWithSession } from "../session/caches.ts";
import type { WireInput } from "./address.ts";
import { type SendOptions, type Sent, send } from "./transport.ts";

/** The server's word for it; it travels in a header, so that the body stays unread. */
const REASON_REQUIRED = "REASON_REQUIRED";
const KEPT_MS = 10 * 60_000;

const given = new Map<string, { readonly reason: string; readonly until: number }>();
const asking = new Map<string, Promise<string | null>>();

dropWithSession(() => given.clear());

/**
 * Sends a call; when the interface is sensitive, asks the person for the reason and sends it again with it (AU-R47). The
 * same interface asks once in ten minutes, so that turning a page does not.
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
