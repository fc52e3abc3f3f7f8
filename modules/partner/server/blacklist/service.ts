import { type AnswerFrom, type BodyOf, commonErrors, masks, type QueryOf } from "@ops/platform/contract";
import { contains, insertRecord, listPage, lockRecord, removeRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { staffErrors } from "../../contract/index.ts";
import { type BlacklistRow, blacklist } from "./tables.ts";

export async function listBlacklist(
  tx: Tx,
  query: QueryOf<typeof contract.listBlacklist>,
): Promise<AnswerFrom<typeof contract.listBlacklist>> {
  const page = await listPage(tx, blacklist, query, {
    where: [contains("name", query.name)],
    orderBy: ["createdAt", "desc"],
  });
  return { ...page, list: page.list.map(present) };
}

export async function addToBlacklist(
  tx: Tx,
  { name, idNo, phone, reason, untilOn }: BodyOf<typeof contract.addToBlacklist>,
): Promise<AnswerFrom<typeof contract.addToBlacklist>> {
  if (!tx.actor.scopeOf(tx.permission).all) throw commonErrors.forbidden();
  const idNoHash = idNo === null ? null : tx.vault.hash("idCard", idNo);
  const phoneHash = phone === null ? null : tx.vault.hash("phone", phone);
  const { rows } = await sql`select 1 from partner_blacklist
    where id_no_hash = ${idNoHash} or phone_hash = ${phoneHash}`.execute(tx.kysely);
  if (rows.length > 0) throw staffErrors.staffBlackDup();
  const masked = {
    idNoMasked: idNo === null ? null : masks.idCard(idNo),
    phoneMasked: phone === null ? null : masks.phone(phone),
  };
  return present(await insertRecord(tx, blacklist, { name, idNoHash, phoneHash, ...masked, reason, untilOn }));
}

export async function removeFromBlacklist(tx: Tx, id: string, { version }: { version: number }): Promise<true> {
  await removeRecord(tx, blacklist, await lockRecord(tx, blacklist, id, version, async (_tx, row) => present(row)));
  return true;
}

const present = (row: BlacklistRow) => ({ ...row, idNo: row.idNoMasked, phone: row.phoneMasked });
