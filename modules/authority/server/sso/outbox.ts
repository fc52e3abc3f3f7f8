import { commonErrors, masks } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { filled } from "../sms/text.ts";
import type { SsoContext } from "./settings.ts";

const SHOWN = 50;

/**
 * The developer's view of what would have been sent; in production there is no such thing (PF-R53), and elsewhere it is
 * for callers on the machine itself: its codes open every account.
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
    text: filled(text, params),
    mobilePhone: masks.phone(message.mobilePhone),
  }));
}
