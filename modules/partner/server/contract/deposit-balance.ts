import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { effectiveTerms } from "./effective.ts";

/** Answers the balance: what a partner has paid in without deductions and refunds (PT-R17). */
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

/** Answers the amount that the contract in force requires, or the next signed one. */
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

/** Answers how much of the deposit is missing; 0 if nothing is. */
export async function depositShortFen(tx: Tx, partnerId: string): Promise<number> {
  return Math.max(0, (await depositWantedFen(tx, partnerId)) - (await depositBalanceFen(tx, partnerId)));
}
