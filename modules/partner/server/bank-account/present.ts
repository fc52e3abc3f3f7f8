import type { AnswerFrom } from "@ops/platform/contract";
import { isOwn, type Tx } from "@ops/platform/server";
import { type addBankAccount, bankAccountActs } from "../../contract/index.ts";
import { db } from "../database.ts";
import { namesOf } from "../people-names.ts";
import type { BankAccountRow } from "./tables.ts";

type PresentedAccount = AnswerFrom<typeof addBankAccount>;

export async function present(tx: Tx, rows: readonly BankAccountRow[]): Promise<PresentedAccount[]> {
  if (rows.length === 0) return [];
  const names = await namesOf(
    tx,
    rows.flatMap(({ createdBy, verifiedBy }) => [createdBy, verifiedBy ?? []].flat()),
  );
  const contacts = await contactPhones(
    tx,
    rows.map(({ partnerId }) => partnerId),
  );
  return rows.map((row) => ({
    ...shownOf(row),
    confirmPhone: row.confirmPhoneMasked ?? contacts.get(row.partnerId) ?? "",
    createdByName: names(row.createdBy),
    verifiedByName: row.verifiedBy === null ? null : names(row.verifiedBy),
    isOwn: isOwn(tx, bankAccountActs, row),
  }));
}

/** Until somebody approves the account, the code would go to the contact of the company. */
async function contactPhones(tx: Tx, partnerIds: readonly string[]): Promise<Map<string, string | null>> {
  const found = await db(tx)
    .selectFrom("partner")
    .select(["id", "contactPhoneMasked"])
    .where("id", "in", [...new Set(partnerIds)])
    .execute();
  return new Map(found.map(({ id, contactPhoneMasked }) => [id, contactPhoneMasked]));
}

/** Without what is sealed: it never leaves the server. */
function shownOf({ accountNoMasked, accountNoCipher: _c, accountNoHash: _h, ...row }: BankAccountRow) {
  const { confirmPhoneMasked: _m, confirmPhoneCipher: _pc, confirmPhoneHash: _ph, ...shown } = row;
  return { ...shown, accountNo: accountNoMasked };
}
