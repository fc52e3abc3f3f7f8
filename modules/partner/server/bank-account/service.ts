import { askConfirmation } from "@ops/authority/server";
import type { BodyOf } from "@ops/platform/contract";
import { changeRecord, insertRecord, lockRecord, newId, requireRecord, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { bankAccountStates, partnerErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { lockPartner, requirePartner } from "../partner/find.ts";
import type { PartnerRow } from "../partner/tables.ts";
import { type PresentedAccount, present, presentOne } from "./present.ts";
import { type BankAccountRow, bankAccounts } from "./tables.ts";

export async function listBankAccounts(tx: Tx, partnerId: string): Promise<{ list: PresentedAccount[] }> {
  const partner = await requirePartner(tx, partnerId);
  return { list: await present(tx, partner, await accountsOf(tx, partnerId)) };
}

function accountsOf(tx: Tx, partnerId: string): Promise<BankAccountRow[]> {
  return db(tx)
    .selectFrom("partnerBankAccount")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .orderBy("createdAt", "desc")
    .limit(100)
    .execute();
}

/** In the name of the company itself; one change at a time (PT-R16). */
export async function addBankAccount(
  tx: Tx,
  partnerId: string,
  { accountNo, accountName, bank, branch, reason }: BodyOf<typeof contract.addBankAccount>,
): Promise<PresentedAccount> {
  const partner = await lockPartner(tx, partnerId, null);
  if (accountName !== partner.fullName) throw partnerErrors.accountName();
  const known = await accountsOf(tx, partnerId);
  if (known.some(({ state }) => pending.includes(state))) throw partnerErrors.accountBusy();
  const hash = tx.vault.hash("bankCard", accountNo);
  if (known.some(({ state, accountNoHash }) => state === "ACTIVE" && accountNoHash.equals(hash)))
    throw partnerErrors.accountSame();
  const id = newId();
  const added = await insertRecord(tx, bankAccounts, {
    ...{ id, partnerId, accountName, bank, branch, reason, state: bankAccountStates.initial, stateReason: null },
    ...tx.vault.seal({ field: "accountNo", kind: "bankCard", text: accountNo, id }),
    ...{ verifiedAt: null, verifiedBy: null, confirmedAt: null, activeFrom: null, activeUntil: null },
  });
  return presentOne(tx, partner, added);
}

const pending: readonly BankAccountRow["state"][] = ["REVIEW", "CONFIRM", "COOLING"];

/** Finance has seen that the account is the company's; its contact is asked to confirm. */
export async function approveBankAccount(
  tx: Tx,
  id: string,
  { note, version }: BodyOf<typeof contract.approveBankAccount>,
): Promise<PresentedAccount> {
  const { partner, account } = await lockAccount(tx, id, version);
  const state = bankAccountStates.next(account.state, "approve");
  if (account.createdBy === tx.actor.userId) throw partnerErrors.accountSelf();
  const verified = { verifiedAt: tx.now, verifiedBy: tx.actor.userId, stateReason: note || null };
  const approved = await changeRecord(tx, bankAccounts, account, { ...verified, state });
  await askContact(tx, partner, approved);
  return presentOne(tx, partner, approved);
}

/** Also after the contact confirmed, as long as no settlement uses it. */
export async function rejectBankAccount(
  tx: Tx,
  id: string,
  { reason, version }: BodyOf<typeof contract.rejectBankAccount>,
): Promise<PresentedAccount> {
  const { partner, account } = await lockAccount(tx, id, version);
  const state = bankAccountStates.next(account.state, "reject");
  tx.trail.reason = reason;
  const rejected = await changeRecord(tx, bankAccounts, account, { state, stateReason: reason, activeFrom: null });
  await giveBack(tx, account);
  return presentOne(tx, partner, rejected);
}

/** The one that was to end when this began goes on. */
async function giveBack(tx: Tx, { partnerId, activeFrom }: BankAccountRow): Promise<void> {
  if (activeFrom === null) return;
  const former = (await accountsOf(tx, partnerId)).find(
    ({ activeUntil }) => activeUntil?.getTime() === activeFrom.getTime(),
  );
  if (former) await changeRecord(tx, bankAccounts, former, { activeUntil: null });
}

export async function sendBankAccountCode(tx: Tx, id: string, version: number): Promise<PresentedAccount> {
  const { partner, account } = await lockAccount(tx, id, version);
  bankAccountStates.next(account.state, "sendCode");
  await askContact(tx, partner, account);
  return presentOne(tx, partner, account);
}

export const confirmationOf = (tx: Tx, partner: PartnerRow, { id }: Pick<BankAccountRow, "id">) => ({
  phone: tx.vault.open(partner.contactPhoneCipher, partner.id),
  about: `partner-account:${id}`,
});

async function askContact(tx: Tx, partner: PartnerRow, account: BankAccountRow): Promise<void> {
  await askConfirmation(
    tx,
    confirmationOf(tx, partner, account),
    `结算账户变更为${account.bank}${account.accountNoMasked}`,
  );
}

/** The partner first, then its account. */
export async function lockAccount(tx: Tx, id: string, version: number | null) {
  const { partnerId } = await requireRecord(tx, bankAccounts, id);
  const partner = await lockPartner(tx, partnerId, null);
  const present = (tx: Tx, row: BankAccountRow) => presentOne(tx, partner, row);
  return { partner, account: await lockRecord(tx, bankAccounts, id, version, present) };
}
