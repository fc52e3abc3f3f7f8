import { commonErrors, masks } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { fillText } from "../sms/text.ts";
import type { SsoContext } from "./settings.ts";

const SHOWN = 50;

/**
 * Shows developers the messages that would have been sent. It does not exist in production (PF-R53). Elsewhere it
 * answers only callers on the same machine, because the codes in it open every account.
 */
export async function listOutbox(tx: Tx, { settings }: SsoContext) {
  if (settings.appEnv === "production" || !tx.request.isLocal) throw commonErrors.notFound();
  const messages = await db(tx)
    .selectFrom("smsOutbox")
    .select(["id", "mobilePhone", "text", "params", "status", "createdAt"])
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(SHOWN)
    .execute();
  return messages.map(({ params, text, ...message }) => ({
    ...message,
    text: fillText(text, params),
    mobilePhone: masks.phone(message.mobilePhone),
  }));
}
