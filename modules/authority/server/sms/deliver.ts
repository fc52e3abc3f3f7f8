import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import type { SmsGateway, SmsMessage } from "./gateway.ts";

const RETRY_AFTER_SECONDS = [5, 30, 120];

export type Sent = { readonly providerMsgId: string } | { readonly error: string };

export interface Claimed {
  readonly message: SmsMessage;
  readonly attempts: number;
}

/** Asks the gateway, outside any transaction. */
export async function trySend(gateway: SmsGateway, message: SmsMessage): Promise<Sent> {
  try {
    return await gateway.send(message);
  } catch (error) {
    return { error: (error instanceof Error ? error.message : String(error)).slice(0, 300) };
  }
}

interface Outcome extends Claimed {
  readonly sent: Sent;
  readonly gateway: SmsGateway;
  /** In production nothing secret stays readable once the message has gone out or been given up. */
  readonly forgets: boolean;
}

/** Notes how it went. Answers after how many seconds to try again; null when it is over. */
export async function noteOutcome(
  tx: Tx,
  { message, attempts, sent, gateway, forgets }: Outcome,
): Promise<number | null> {
  const failed = "error" in sent;
  const delay = failed ? (RETRY_AFTER_SECONDS[attempts - 1] ?? null) : null;
  await db(tx)
    .updateTable("smsOutbox")
    .set({
      status: failed ? (delay === null ? "FAILED" : "QUEUED") : "SENT",
      providerMsgId: failed ? null : sent.providerMsgId,
      lastError: failed ? sent.error : null,
      gateway: gateway.name,
      updatedAt: tx.now,
      ...(delay === null && forgets ? { params: "{}" } : {}),
    })
    .where("id", "=", message.outboxId)
    .execute();
  if (failed) tx.log.warn({ outboxId: message.outboxId, attempts, error: sent.error }, "a message could not be sent");
  return delay;
}
