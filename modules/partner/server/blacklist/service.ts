import { commonErrors, masks } from "@ops/platform/contract";
import { contains, insertRecord, list, lockRecord, removeRecord, writes } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { staffErrors } from "../../contract/index.ts";
import { type BlacklistRow, blacklist } from "./tables.ts";

const present = (row: BlacklistRow) => ({ ...row, idNo: row.idNoMasked, phone: row.phoneMasked });

export const listBlacklist = list(contract.listBlacklist, blacklist, {
  where: { name: (word) => contains("name", word) },
  orderBy: ["createdAt", "desc"],
  present: async (_tx, rows) => rows.map(present),
});

export const addToBlacklist = writes(contract.addToBlacklist, async (tx, { body }) => {
  const { name, idNo, phone, reason, untilOn } = body;
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
});

export const removeFromBlacklist = writes(contract.removeFromBlacklist, async (tx, { params, query }) => {
  const entry = await lockRecord(tx, blacklist, params.id, query.version, async (_tx, row) => present(row));
  await removeRecord(tx, blacklist, entry);
  return true as const;
});
