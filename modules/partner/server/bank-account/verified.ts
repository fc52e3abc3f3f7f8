import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import type { BankAccountRow } from "./tables.ts";

/** The account for payments to a partner, with the data that a bank needs. */
export interface SettlementAccount
  extends Pick<BankAccountRow, "id" | "accountName" | "bank" | "branch" | "accountNoMasked"> {
  /** The number in clear text. It may go only into a call to the bank or be sealed, never into an answer or a log. */
  readonly accountNo: string;
}

/**
 * Finds the account for a settlement at this time; null before the first account is confirmed (PT-R16). Locks nothing.
 */
export async function findSettlementAccount(tx: Tx, partnerId: string, at: Date): Promise<SettlementAccount | null> {
  const account = await accountAt(tx, partnerId, at).selectAll().executeTakeFirst();
  if (!account) return null;
  const { id, accountName, bank, branch, accountNoMasked, accountNoCipher } = account;
  return { id, accountName, bank, branch, accountNoMasked, accountNo: tx.vault.open(accountNoCipher, id) };
}

/** Finds only the id, for callers who note where a settlement goes. */
export async function settlementAccountId(tx: Tx, partnerId: string, at: Date): Promise<string | null> {
  return (await accountAt(tx, partnerId, at).select("id").executeTakeFirst())?.id ?? null;
}

function accountAt(tx: Tx, partnerId: string, at: Date) {
  return db(tx)
    .selectFrom("partnerBankAccount")
    .where("partnerId", "=", partnerId)
    .where("activeFrom", "<=", at)
    .where((eb) => eb.or([eb("activeUntil", "is", null), eb("activeUntil", ">", at)]));
}

/** Tells whether an account is in use that finance has checked and the contact has confirmed. */
export async function hasVerifiedAccount(tx: Tx, partnerId: string): Promise<boolean> {
  return (await settlementAccountId(tx, partnerId, tx.now)) !== null;
}
