import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";

/** The account that a settlement made at this instant goes to; null before the first is confirmed (PT-R16). */
export async function settlementAccountId(tx: Tx, partnerId: string, at: Date): Promise<string | null> {
  const account = await db(tx)
    .selectFrom("partnerBankAccount")
    .select("id")
    .where("partnerId", "=", partnerId)
    .where("activeFrom", "<=", at)
    .where((eb) => eb.or([eb("activeUntil", "is", null), eb("activeUntil", ">", at)]))
    .executeTakeFirst();
  return account?.id ?? null;
}

/** An account that finance found to be the partner's own and that its contact confirmed is in use. */
export async function hasVerifiedAccount(tx: Tx, partnerId: string): Promise<boolean> {
  return (await settlementAccountId(tx, partnerId, tx.now)) !== null;
}
