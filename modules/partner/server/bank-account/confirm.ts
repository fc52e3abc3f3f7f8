import { tryConfirmation } from "@ops/authority/server";
import type { BodyOf } from "@ops/platform/contract";
import { changeRecord, job, type Steps, type Tx } from "@ops/platform/server";
import { z } from "zod";
import type * as contract from "../../contract/index.ts";
import { bankAccountStates, partnerErrors } from "../../contract/index.ts";
import { settleTasks } from "../company/hooks.ts";
import type { PartnerRow } from "../company/tables.ts";
import { db } from "../database.ts";
import { coolingHours } from "./params.ts";
import { type PresentedAccount, presentOne } from "./present.ts";
import { confirmationOf, lockAccount, requireChangeable } from "./service.ts";
import { type BankAccountRow, bankAccounts } from "./tables.ts";

/** A wrong code counts even though the call is refused, so it is tried in a step of its own. */
export async function confirmBankAccount(
  steps: Steps,
  id: string,
  { code, version }: BodyOf<typeof contract.confirmBankAccount>,
): Promise<PresentedAccount> {
  const isRight = await steps.commit(async (tx) => {
    const { partner, account } = await lockAccount(tx, id, version);
    bankAccountStates.next(account.state, "confirm");
    requireChangeable(partner, account);
    return tryConfirmation(tx, { ...confirmationOf(tx, account), code });
  });
  if (!isRight) throw partnerErrors.accountCode();
  return steps.finish(async (tx) => {
    const { partner, account } = await lockAccount(tx, id, version);
    requireChangeable(partner, account);
    return presentOne(tx, partner, await confirmed(tx, partner, account));
  });
}

/** A change waits a day, in which the old account is still the one; the first account has none to wait for (PT-R16). */
async function confirmed(tx: Tx, partner: PartnerRow, account: BankAccountRow): Promise<BankAccountRow> {
  const state = bankAccountStates.next(account.state, "confirm");
  const former = await inUse(tx, partner.id);
  if (!former) {
    const begun = { state: bankAccountStates.next(state, "begin"), confirmedAt: tx.now, activeFrom: tx.now };
    const active = await changeRecord(tx, bankAccounts, account, begun);
    await settleTasks(tx, partner);
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
      const { partner, account } = await lockAccount(tx, id, null);
      if (account.state !== "COOLING" || account.activeFrom === null || account.activeFrom > tx.now) return;
      const former = await inUse(tx, partner.id);
      if (former)
        await changeRecord(tx, bankAccounts, former, { state: bankAccountStates.next(former.state, "retire") });
      await changeRecord(tx, bankAccounts, account, { state: bankAccountStates.next(account.state, "begin") });
    }),
});
