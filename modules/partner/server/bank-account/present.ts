import { isOwn, presenterOf, type Tx } from "@ops/platform/server";
import { BankAccount, bankAccountActs } from "../../contract/index.ts";
import { db } from "../database.ts";
import { namesOf } from "../people-names.ts";
import { bankAccounts } from "./tables.ts";

export const present = presenterOf(bankAccounts, BankAccount, async (tx, rows) => {
  const names = await namesOf(
    tx,
    rows.flatMap(({ createdBy, verifiedBy }) => [createdBy, verifiedBy ?? []].flat()),
  );
  const contacts = await contactPhones(
    tx,
    rows.map(({ partnerId }) => partnerId),
  );
  return (row) => ({
    confirmPhone: row.confirmPhoneMasked ?? contacts.get(row.partnerId) ?? "",
    createdByName: names(row.createdBy),
    verifiedByName: row.verifiedBy === null ? null : names(row.verifiedBy),
    isOwn: isOwn(tx, bankAccountActs, row),
  });
});

/** Finds the phones of the companies' contacts. Before the approval of an account, the code would go there. */
async function contactPhones(tx: Tx, partnerIds: readonly string[]): Promise<Map<string, string | null>> {
  if (partnerIds.length === 0) return new Map();
  const found = await db(tx)
    .selectFrom("partner")
    .select(["id", "contactPhoneMasked"])
    .where("id", "in", [...new Set(partnerIds)])
    .execute();
  return new Map(found.map(({ id, contactPhoneMasked }) => [id, contactPhoneMasked]));
}
