import { tryConfirmation } from "@ops/authority/server";
import { inSteps, insertRecord, presentOne, reads, requirePerson, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { bankAccountStates, partnerErrors } from "../../contract/index.ts";
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

/** In the name of the company itself; one change at a time (PT-R16). */
export const addBankAccount = writes(contract.addBankAccount, async (tx, { params: { id: partnerId }, body }) => {
  requirePerson(tx);
  requireChangeable(await lockPartner(tx, partnerId), body);
  const known = await accountsOf(tx, partnerId);
  if (known.some(({ state }) => pending.includes(state))) throw partnerErrors.accountBusy();
  const hash = tx.vault.hash("bankCard", body.accountNo);
  const inUse = known.find(({ state }) => state === "ACTIVE");
  // under a new name of the company the same number is verified anew
  if (inUse?.accountNoHash.equals(hash) && inUse.accountName === body.accountName) throw partnerErrors.accountSame();
  const added = await insertRecord(tx, bankAccounts, {
    partnerId,
    ...body,
    state: bankAccountStates.initial,
    stateReason: null,
    confirmPhoneCipher: null,
    confirmPhoneHash: null,
    confirmPhoneMasked: null,
    verifiedAt: null,
    verifiedBy: null,
    confirmedAt: null,
    activeFrom: null,
    activeUntil: null,
  });
  return shown(tx, added);
});

export const sendBankAccountCode = writes(contract.sendBankAccountCode, async (tx, { params, body }) => {
  const account = await bankAccountActing.lock(tx, params.id, body.version, "sendCode");
  await askContact(tx, account);
  return shown(tx, account);
});

/** A wrong code counts even though the call is refused, so it is tried in a step of its own. */
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
