import { askConfirmation } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";
import { partnerErrors, partnerStates } from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { db } from "../database.ts";
import type { BankAccountRow } from "./tables.ts";

export function accountsOf(tx: Tx, partnerId: string): Promise<BankAccountRow[]> {
  return db(tx)
    .selectFrom("partnerBankAccount")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .orderBy("createdAt", "desc")
    .limit(100)
    .execute();
}

/**
 * Requires that accounts may change: the partner is coming in or working, and the account has the present name of the
 * company (PT-R16, PT-R19).
 */
export function requireChangeable(partner: PartnerRow, { accountName }: Pick<BankAccountRow, "accountName">): void {
  if (partner.state !== "ONBOARDING" && partner.state !== "ACTIVE")
    throw partnerErrors.fieldLocked({ state: partnerStates.label(partner.state), fields: "结算账户" });
  if (accountName !== partner.fullName) throw partnerErrors.accountName();
}

export function confirmationOf(tx: Tx, { id, confirmPhoneCipher }: BankAccountRow) {
  if (!confirmPhoneCipher) throw new Error("an account that nobody approved is confirmed by nobody");
  return { phone: tx.vault.open(confirmPhoneCipher, id), about: `partner-account:${id}` };
}

export async function askContact(tx: Tx, account: BankAccountRow): Promise<void> {
  await askConfirmation(tx, confirmationOf(tx, account), `结算账户变更为${account.bank}${account.accountNoMasked}`);
}
