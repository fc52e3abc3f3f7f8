import { changeRecord, job, lockRecord, requireRecord, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { bankAccountStates } from "../../contract/index.ts";
import { lockPartner } from "../company/find.ts";
import { settleTasks } from "../company/hooks.ts";
import { db } from "../database.ts";
import { coolingHours } from "./params.ts";
import { type BankAccountRow, bankAccounts } from "./tables.ts";

/** A change waits a day, in which the old account is still the one; the first account has none to wait for (PT-R16). */
export async function confirmAccount(tx: Tx, account: BankAccountRow): Promise<BankAccountRow> {
  const state = bankAccountStates.next(account.state, "confirm");
  const former = await inUse(tx, account.partnerId);
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

async function inUse(tx: Tx, partnerId: string): Promise<BankAccountRow | undefined> {
  return db(tx)
    .selectFrom("partnerBankAccount")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .where("state", "=", "ACTIVE")
    .forUpdate()
    .executeTakeFirst();
}

/** When the day has passed: the new account is the one, the former is no more. */
export const bankAccountJob = job({
  name: "partner.bankAccountBegin",
  title: "结算账户生效",
  payload: z.object({ id: z.uuid() }),
  run: (work, { id }) =>
    work.step(async (tx) => {
      const { partnerId } = await requireRecord(tx, bankAccounts, id);
      await lockPartner(tx, partnerId); // the partner first, then its account
      const account = await lockRecord(tx, bankAccounts, id, null);
      if (account.state !== "COOLING" || account.activeFrom === null || account.activeFrom > tx.now) return;
      const former = await inUse(tx, partnerId);
      if (former)
        await changeRecord(tx, bankAccounts, former, { state: bankAccountStates.next(former.state, "retire") });
      await changeRecord(tx, bankAccounts, account, { state: bankAccountStates.next(account.state, "begin") });
    }),
});
