import { tryConfirmation } from "@ops/authority/server";
import { inSteps, insertRecord, presentOne, reads, requirePerson, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { partnerErrors } from "../../contract/index.ts";
import { lockPartner, requirePartner } from "../company/find.ts";
import { bankAccountActing } from "./acting.ts";
import { confirmAccount } from "./confirm.ts";
import { accountsOf, askContact, confirmationOf, requireChangeable } from "./find.ts";
import { present } from "./present.ts";
import { type BankAccountRow, bankAccounts } from "./tables.ts";

const shown = presentOne(present);

export const listBankAccounts = reads(contract.listBankAccounts, async (tx, { params }) => {
  const { id } = await requirePartner(tx, params.id);
  return { list: await present(tx, await accountsOf(tx, id)) };
});

const pending: readonly BankAccountRow["state"][] = ["REVIEW", "CONFIRM", "COOLING"];

/** Adds an account. It must have the name of the company, and only one change can wait at a time (PT-R16). */
export const addBankAccount = writes(contract.addBankAccount, async (tx, { params: { id: partnerId }, body }) => {
  requirePerson(tx);
  requireChangeable(await lockPartner(tx, partnerId), body);
  const known = await accountsOf(tx, partnerId);
  if (known.some(({ state }) => pending.includes(state))) throw partnerErrors.accountBusy();
  const hash = tx.vault.hash("bankCard", body.accountNo);
  const inUse = known.find(({ state }) => state === "ACTIVE");
  // after a change of the company's name, the same number is verified again
  if (inUse?.accountNoHash.equals(hash) && inUse.accountName === body.accountName) throw partnerErrors.accountSame();
  return shown(tx, await insertRecord(tx, bankAccounts, { partnerId, ...body }));
});

export const sendBankAccountCode = writes(contract.sendBankAccountCode, async (tx, { params, body }) => {
  const account = await bankAccountActing.lock(tx, params.id, body.version, "sendCode");
  await askContact(tx, account);
  return shown(tx, account);
});

/**
 * Confirms an account by code. The code is checked in a step of its own, because a wrong one must count although the
 * call is refused.
 */
export const confirmBankAccount = inSteps(contract.confirmBankAccount, async (steps, { params: { id }, body }) => {
  const isRight = await steps.commit(async (tx) => {
    const account = await bankAccountActing.lock(tx, id, body.version, "confirm");
    return tryConfirmation(tx, { ...confirmationOf(tx, account), code: body.code });
  });
  if (!isRight) throw partnerErrors.accountCode();
  return steps.finish(async (tx) =>
    shown(tx, await confirmAccount(tx, await bankAccountActing.lock(tx, id, body.version, "confirm"))),
  );
});
