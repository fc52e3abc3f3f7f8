import { changeRecord, job, lockRecord, requireRecord, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { bankAccountStates } from "../../contract/index.ts";
import { lockPartner } from "../company/find.ts";
import { settleTasks } from "../company/hooks.ts";
import { db } from "../database.ts";
import { coolingHours } from "./params.ts";
import { type BankAccountRow, bankAccounts } from "./tables.ts";

/**
 * Confirms an account. A change waits for a day, in which the old account is still used. The first account begins at
 * once, because there is no old one (PT-R16).
 */
export async function confirmAccount(tx: Tx, account: BankAccountRow): Promise<BankAccountRow> {
  const state = bankAccountStates.next(account.state, "confirm");
  const former = await findInUse(tx, account.partnerId);
  if (!former) {
    const begun = { state: bankAccountStates.next(state, "begin"), confirmedAt: tx.now, activeFrom: tx.now };
    const active = await changeRecord(tx, bankAccounts, account, begun);
    await settleTasks(tx, await lockPartner(tx, account.partnerId));
    return active;
  }
  const coolingSeconds = tx.param(coolingHours) * 3_600;
  const activeFrom = new Date(tx.now.getTime() + coolingSeconds * 1_000);
  await changeRecord(tx, bankAccounts, former, { activeUntil: activeFrom });
  const options = { key: account.id, startAfterSeconds: coolingSeconds };
  await tx.enqueue(bankAccountJob, { id: account.id }, options);
  return changeRecord(tx, bankAccounts, account, { state, confirmedAt: tx.now, activeFrom });
}

async function findInUse(tx: Tx, partnerId: string): Promise<BankAccountRow | undefined> {
  return db(tx)
    .selectFrom("partnerBankAccount")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .where("state", "=", "ACTIVE")
    .forUpdate()
    .executeTakeFirst();
}

/** Puts the new account into use after the waiting time, and ends the former one. */
export const bankAccountJob = job({
  name: "partner.bankAccountBegin",
  title: "结算账户生效",
  payload: z.object({ id: z.uuid() }),
  run: (work, { id }) =>
    work.step(async (tx) => {
      const { partnerId } = await requireRecord(tx, bankAccounts, id);
      await lockPartner(tx, partnerId); // the partner is locked before its account, as everywhere
      const account = await lockRecord(tx, bankAccounts, id, null);
      if (account.state !== "COOLING" || account.activeFrom === null || account.activeFrom > tx.now) return;
      const former = await findInUse(tx, partnerId);
      if (former)
        await changeRecord(tx, bankAccounts, former, { state: bankAccountStates.next(former.state, "retire") });
      await changeRecord(tx, bankAccounts, account, { state: bankAccountStates.next(account.state, "begin") });
    }),
});
