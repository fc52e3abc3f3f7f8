import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { effectiveTerms } from "./effective.ts";

/** What a partner has paid in, less what was taken and given back (PT-R17). */
export async function depositBalanceFen(tx: Tx, partnerId: string): Promise<number> {
  const last = await db(tx)
    .selectFrom("partnerDeposit")
    .select("balanceAfterFen")
    .where("partnerId", "=", partnerId)
    .orderBy("entryNo", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.balanceAfterFen ?? 0;
}

/** What the contract asks for: of the one in force, or of the next that is signed. */
export async function depositWantedFen(tx: Tx, partnerId: string): Promise<number> {
  const today = dayOf(tx.now);
  const effective = await effectiveTerms(tx, partnerId, today);
  if (effective) return effective.depositFen;
  const next = await db(tx)
    .selectFrom("partnerContract")
    .select("startOn")
    .where("partnerId", "=", partnerId)
    .where("kind", "=", "MAIN")
    .where("state", "=", "SIGNED")
    .where("startOn", ">", today)
    .orderBy("startOn")
    .executeTakeFirst();
  return next ? ((await effectiveTerms(tx, partnerId, next.startOn))?.depositFen ?? 0) : 0;
}

/** How much is missing; 0 when all is there. */
export async function depositShortFen(tx: Tx, partnerId: string): Promise<number> {
  return Math.max(0, (await depositWantedFen(tx, partnerId)) - (await depositBalanceFen(tx, partnerId)));
}
