import { hmac, type Queried, readStatus, type Sent } from "@ops/platform/server";
import { z } from "zod";
import type { SmsGatewayName } from "../database.ts";
import type { SsoSettings } from "../sso/settings.ts";

export interface SmsMessage {
  readonly phone: string;
  readonly templateCode: string;
  readonly params: Readonly<Record<string, string>>;
  /** The provider sends a message with a known id no second time. */
  readonly outboxId: string;
}

export const SmsTaken = z.object({ providerMsgId: z.string().min(1).max(200) });
type Taken = z.output<typeof SmsTaken>;

/** Whoever carries messages to phones. */
export interface SmsGateway {
  readonly name: SmsGatewayName;
  send(message: SmsMessage, signal: AbortSignal): Promise<Sent<Taken>>;
  /** What has become of a message of which no answer came. */
  query(message: SmsMessage, signal: AbortSignal): Promise<Queried<Taken>>;
}

export function smsGatewayOf(settings: Pick<SsoSettings, "smsGateway"> | undefined): SmsGateway {
  return settings?.smsGateway ? httpGateway(settings.smsGateway) : outboxGateway;
}

const staysInOutbox = async ({ outboxId }: SmsMessage) =>
  ({ is: "DONE", answer: { providerMsgId: `outbox-${outboxId}` } }) as const;

/** The message stays where it lies; developers read it there. */
const outboxGateway: SmsGateway = { name: "outbox", send: staysInOutbox, query: staysInOutbox };

/**
 * A generic provider: POST of JSON, signed over time and body, with the outbox id as idempotency key. It knows that id, so it is
 * asked for a message by showing it once more, and sends nothing a second time.
 */
function httpGateway(place: { url: string; secret: string }): SmsGateway {
  return {
    name: "http",
    send: async (message, signal) => {
      const response = await post(place, message, signal);
      if (!response.ok) return { is: readStatus(response.status), reason: saidOf(response) };
      return { is: "DONE", answer: await readAnswer(response) };
    },
    query: async (message, signal) => {
      const response = await post(place, message, signal);
      if (!response.ok) return { is: openOr(readStatus(response.status)), reason: saidOf(response) };
      return { is: "DONE", answer: await readAnswer(response) };
    },
  };
}

/** What was not taken now may have been taken before, so only a refusal ends a message that is asked for. */
const openOr = (said: ReturnType<typeof readStatus>) => (said === "REFUSED" ? said : "NO_ANSWER");

/** Read by the schema of the port; one that is no JSON does not fit it. */
const readAnswer = (response: Response) => response.json().catch(() => null);

const saidOf = ({ status }: Response) => `短信网关返回 ${status}`;

function post({ url, secret }: { url: string; secret: string }, message: SmsMessage, signal: AbortSignal) {
  const { phone, templateCode, params, outboxId } = message;
  const body = JSON.stringify({ phone, templateCode, params, outboxId });
  const timestamp = String(Date.now());
  const headers = {
    "content-type": "application/json",
    "idempotency-key": outboxId,
    "x-timestamp": timestamp,
    "x-signature": hmac(Buffer.from(secret), `${timestamp}.${body}`),
  };
  return fetch(url, { method: "POST", headers, body, redirect: "error", signal });
}
