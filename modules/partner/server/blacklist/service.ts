import { commonErrors } from "@ops/platform/contract";
import { contains, list, lockRecord, removeRecord, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { staffErrors } from "../../contract/index.ts";
import { listPerson } from "./list-person.ts";
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
  const listed = await listPerson(tx, { name, idNo, phone, reason, untilOn });
  if (!listed) throw staffErrors.staffBlackDup();
  return present(listed);
});

export const removeFromBlacklist = writes(contract.removeFromBlacklist, async (tx, { params, query }) => {
  const entry = await lockRecord(tx, blacklist, params.id, query.version, async (_tx, row) => present(row));
  await removeRecord(tx, blacklist, entry);
  return true as const;
});
