import { hmac } from "@ops/platform/server";
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

/** Whoever carries messages to phones. Throws when the message was not taken. */
export interface SmsGateway {
  readonly name: SmsGatewayName;
  send(message: SmsMessage): Promise<{ providerMsgId: string }>;
}

const TIMEOUT_MS = 5_000;
const Taken = z.object({ providerMsgId: z.string().min(1).max(200) });

export function smsGatewayOf({ smsGateway }: Pick<SsoSettings, "smsGateway">): SmsGateway {
  return smsGateway ? httpGateway(smsGateway) : outboxGateway;
}

/** The message stays where it lies; developers read it there. */
export const outboxGateway: SmsGateway = {
  name: "outbox",
  send: async ({ outboxId }) => ({ providerMsgId: `outbox-${outboxId}` }),
};

/** A generic provider: POST of JSON, signed over time and body, with the outbox id as idempotency key. */
function httpGateway({ url, secret }: { url: string; secret: string }): SmsGateway {
  return {
    name: "http",
    send: async ({ phone, templateCode, params, outboxId }) => {
      const body = JSON.stringify({ phone, templateCode, params, outboxId });
      const timestamp = String(Date.now());
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "idempotency-key": outboxId,
          "x-timestamp": timestamp,
          "x-signature": hmac(Buffer.from(secret), `${timestamp}.${body}`),
        },
        body,
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`);
      return Taken.parse(await response.json());
    },
  };
}
