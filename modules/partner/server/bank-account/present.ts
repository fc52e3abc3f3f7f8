import type { AnswerFrom } from "@ops/platform/contract";
import { isSelf, onlyOf, type Tx } from "@ops/platform/server";
import type { addBankAccount } from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { namesOf } from "../people-names.ts";
import type { BankAccountRow } from "./tables.ts";

export type PresentedAccount = AnswerFrom<typeof addBankAccount>;

export async function present(
  tx: Tx,
  partner: PartnerRow,
  rows: readonly BankAccountRow[],
): Promise<PresentedAccount[]> {
  const names = await namesOf(
    tx,
    rows.flatMap(({ createdBy, verifiedBy }) => [createdBy, verifiedBy ?? []].flat()),
  );
  return rows.map((row) => ({
    ...shownOf(row),
    confirmPhone: row.confirmPhoneMasked ?? partner.contactPhoneMasked ?? "",
    createdByName: names(row.createdBy),
    verifiedByName: row.verifiedBy === null ? null : names(row.verifiedBy),
    isOwn: isSelf(tx, row.createdBy),
  }));
}

/** Without what is sealed: it never leaves the server. */
function shownOf({ accountNoMasked, accountNoCipher: _c, accountNoHash: _h, ...row }: BankAccountRow) {
  const { confirmPhoneMasked: _m, confirmPhoneCipher: _pc, confirmPhoneHash: _ph, ...shown } = row;
  return { ...shown, accountNo: accountNoMasked };
}

export async function presentOne(tx: Tx, partner: PartnerRow, row: BankAccountRow): Promise<PresentedAccount> {
  return onlyOf(await present(tx, partner, [row]));
}
