import { type OutwardPort, outward, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { db } from "../database.ts";
import type { SsoSettings } from "../sso/settings.ts";
import { SmsTaken, smsGatewayOf } from "./gateway.ts";

const Request = z.object({ phone: z.string(), templateCode: z.string(), params: z.record(z.string(), z.string()) });

/** Messages leave by this port, by the id that they have in the outbox (PF-R53). Without settings they stay there. */
export function smsPort(settings: SsoSettings | undefined): OutwardPort<typeof Request, typeof SmsTaken> {
  const gateway = smsGatewayOf(settings);
  // In production nothing secret stays readable once the message has gone out or been given up.
  const forgotten = settings?.appEnv === "production" ? { params: "{}" } : {};
  return outward({
    port: "authority.sms",
    title: "短信",
    request: Request,
    answer: SmsTaken,
    again: [5, 30, 120],
    seconds: 5,
    parallel: 8,
    queryShowsRequest: true,
    send: ({ key, request, signal }) => gateway.send({ ...request, outboxId: key }, signal),
    query: ({ key, request, signal }) => gateway.query({ ...request, outboxId: key }, signal),
    sending: async (tx, { key, tries }) => {
      if (!(await isStillOfUse(tx, key, tries))) return false;
      await note(tx, key, { status: "SENDING", attempts: tries, updatedAt: tx.now });
      return true;
    },
    tried: (tx, { key, tries, error }) =>
      note(tx, key, { status: "QUEUED", attempts: tries, lastError: error, gateway: gateway.name, updatedAt: tx.now }),
    done: (tx, { key, tries, answer: { providerMsgId } }) =>
      note(tx, key, {
        status: "SENT",
        attempts: tries,
        providerMsgId,
        lastError: null,
        gateway: gateway.name,
        updatedAt: tx.now,
        ...forgotten,
      }),
    failed: (tx, { key, tries, failure: { kind, reason } }) => {
      // one that was not sent any more says nothing of the gateway, whose last troubles are told by their time
      const tried = { attempts: tries, lastError: reason, gateway: gateway.name, updatedAt: tx.now };
      return note(tx, key, { status: "FAILED", ...(kind === "WITHDRAWN" ? {} : tried), ...forgotten });
    },
  });
}

interface Noted {
  readonly status: "QUEUED" | "SENDING" | "SENT" | "FAILED";
  readonly attempts?: number;
  readonly providerMsgId?: string;
  readonly lastError?: string | null;
  readonly gateway?: "outbox" | "http";
  readonly params?: string;
  readonly updatedAt?: Date;
}

async function note(tx: Tx, outboxId: string, noted: Noted): Promise<void> {
  await db(tx).updateTable("smsOutbox").set(noted).where("id", "=", outboxId).execute();
}

/**
 * A code that was used, replaced or has become too old is not sent any more. One that was used after a try has arrived,
 * so the gateway is asked for the end of its message all the same.
 */
async function isStillOfUse(tx: Tx, outboxId: string, tries: number): Promise<boolean> {
  const code = await db(tx)
    .selectFrom("smsOutbox")
    .innerJoin("smsCode", "smsCode.id", "smsOutbox.smsCodeId")
    .select(["smsCode.status", "smsCode.expiresAt"])
    .where("smsOutbox.id", "=", outboxId)
    .executeTakeFirst();
  if (!code || (code.status === "USED" && tries > 1)) return true;
  return code.status === "SENT" && code.expiresAt > tx.now;
}
