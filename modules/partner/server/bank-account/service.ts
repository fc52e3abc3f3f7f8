import { askConfirmation } from "@ops/authority/server";
import type { BodyOf } from "@ops/platform/contract";
import {
  changeRecord,
  insertRecord,
  isSelf,
  lockRecord,
  newId,
  requirePerson,
  requireRecord,
  type Tx,
} from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { bankAccountStates, partnerErrors, partnerStates } from "../../contract/index.ts";
import { asApplied, lockPartner, requirePartner } from "../company/find.ts";
import type { PartnerRow } from "../company/tables.ts";
import { db } from "../database.ts";
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
  requirePerson(tx);
  const partner = await lockPartner(tx, partnerId);
  requireChangeable(partner, { accountName });
  const known = await accountsOf(tx, partnerId);
  if (known.some(({ state }) => pending.includes(state))) throw partnerErrors.accountBusy();
  const hash = tx.vault.hash("bankCard", accountNo);
  const inUse = known.find(({ state }) => state === "ACTIVE");
  // under a new name of the company the same number is verified anew
  if (inUse?.accountNoHash.equals(hash) && inUse.accountName === accountName) throw partnerErrors.accountSame();
  const id = newId();
  const added = await insertRecord(tx, bankAccounts, {
    id,
    partnerId,
    accountName,
    bank,
    branch,
    reason,
    state: bankAccountStates.initial,
    stateReason: null,
    ...tx.vault.seal({ field: "accountNo", kind: "bankCard", text: accountNo, id }),
    confirmPhoneCipher: null,
    confirmPhoneHash: null,
    confirmPhoneMasked: null,
    verifiedAt: null,
    verifiedBy: null,
    confirmedAt: null,
    activeFrom: null,
    activeUntil: null,
  });
  return presentOne(tx, partner, added);
}

const pending: readonly BankAccountRow["state"][] = ["REVIEW", "CONFIRM", "COOLING"];

/** Accounts change while a partner comes in or works, and only in the name that the company has now (PT-R16, PT-R19). */
export function requireChangeable(partner: PartnerRow, { accountName }: Pick<BankAccountRow, "accountName">): void {
  if (partner.state !== "ONBOARDING" && partner.state !== "ACTIVE")
    throw partnerErrors.fieldLocked({ state: partnerStates.label(partner.state), fields: "结算账户" });
  if (accountName !== partner.fullName) throw partnerErrors.accountName();
}

/**
 * Finance has seen that the account is the company's; its contact is asked to confirm. The phone is kept with the account:
 * whoever changes the contact afterwards does not change who confirms.
 */
export async function approveBankAccount(
  tx: Tx,
  id: string,
  { note, version }: BodyOf<typeof contract.approveBankAccount>,
): Promise<PresentedAccount> {
  const { partner, account } = await lockAccount(tx, id, version);
  const state = bankAccountStates.next(account.state, "approve");
  requireChangeable(partner, account);
  if (isSelf(tx, account.createdBy)) throw partnerErrors.accountSelf();
  const verified = { verifiedAt: tx.now, verifiedBy: tx.actor.userId, stateReason: note || null };
  const text = tx.vault.open(asApplied(partner).contactPhoneCipher, partner.id);
  const phone = tx.vault.seal({ field: "confirmPhone", kind: "phone", text, id });
  const approved = await changeRecord(tx, bankAccounts, account, { ...verified, ...phone, state });
  await askContact(tx, approved);
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
  requireChangeable(partner, account);
  await askContact(tx, account);
  return presentOne(tx, partner, account);
}

export function confirmationOf(tx: Tx, { id, confirmPhoneCipher }: BankAccountRow) {
  if (!confirmPhoneCipher) throw new Error("an account that nobody approved is confirmed by nobody");
  return { phone: tx.vault.open(confirmPhoneCipher, id), about: `partner-account:${id}` };
}

async function askContact(tx: Tx, account: BankAccountRow): Promise<void> {
  await askConfirmation(tx, confirmationOf(tx, account), `结算账户变更为${account.bank}${account.accountNoMasked}`);
}

/** The partner first, then its account. */
export async function lockAccount(tx: Tx, id: string, version: number | null) {
  const { partnerId } = await requireRecord(tx, bankAccounts, id);
  const partner = await lockPartner(tx, partnerId);
  const present = (tx: Tx, row: BankAccountRow) => presentOne(tx, partner, row);
  return { partner, account: await lockRecord(tx, bankAccounts, id, version, present) };
}
