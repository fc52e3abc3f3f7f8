import {
  type BodyOf,
  commonErrors,
  type createDictEntry as createDictEntryEndpoint,
  type createDictType as createDictTypeEndpoint,
  type DictDeclaration,
  dictErrors,
  type editDictEntry as editDictEntryEndpoint,
  type listDictTypes as listDictTypesEndpoint,
  type listManagedDictEntries as listManagedDictEntriesEndpoint,
  type QueryOf,
} from "@ops/platform/contract";
import { sql } from "kysely";
import { escapeLike, is } from "../db/list/condition.ts";
import { listPage } from "../db/list/list-page.ts";
import { asStored, changeRecord, insertRecord, lockRecord, removeRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { db, dictEntries, dictTypes } from "../tables.ts";
import { dictValues } from "./codes.ts";

export function listDictTypes(tx: Tx, query: QueryOf<typeof listDictTypesEndpoint>) {
  const pattern = query.keyword ? `%${escapeLike(query.keyword)}%` : null;
  const named = pattern ? sql<boolean>`(code ilike ${pattern} or name ilike ${pattern})` : null;
  return listPage(tx, dictTypes, query, { where: [named], orderBy: ["code", "asc"] });
}

export async function createDictType(tx: Tx, { code, name }: BodyOf<typeof createDictTypeEndpoint>) {
  const taken = await db(tx).selectFrom("dictType").select("id").where("code", "=", code).executeTakeFirst();
  if (taken) throw commonErrors.duplicate({ field: "字典编码" });
  return insertRecord(tx, dictTypes, { code, name, module: "custom", builtIn: false });
}

export function listManagedDictEntries(tx: Tx, query: QueryOf<typeof listManagedDictEntriesEndpoint>) {
  return listPage(tx, dictEntries, query, { where: [is("code", query.code)], orderBy: ["sort", "asc"] });
}

export async function createDictEntry(tx: Tx, body: BodyOf<typeof createDictEntryEndpoint>) {
  const type = await db(tx).selectFrom("dictType").select("id").where("code", "=", body.code).executeTakeFirst();
  if (!type) throw commonErrors.notFound();
  const same = db(tx).selectFrom("dictEntry").select("id").where("code", "=", body.code);
  if (await same.where("entryValue", "=", body.entryValue).executeTakeFirst()) {
    throw commonErrors.duplicate({ field: "值" });
  }
  const entry = await insertRecord(tx, dictEntries, { ...body, status: "ENABLED" });
  await tellChange(tx, body.code);
  return entry;
}

export async function editDictEntry(tx: Tx, id: string, body: BodyOf<typeof editDictEntryEndpoint>) {
  const { version, ...changes } = body;
  const entry = await lockRecord(tx, dictEntries, id, version, asStored);
  const changed = await changeRecord(tx, dictEntries, entry, changes);
  await tellChange(tx, entry.code);
  return changed;
}

/** Deletes an entry. An entry in use can only be disabled, and a built-in dictionary cannot lose entries (PF-R88). */
export async function removeDictEntry(tx: Tx, id: string, declared: ReadonlyMap<string, DictDeclaration>) {
  const entry = await lockRecord(tx, dictEntries, id, null);
  const type = await db(tx).selectFrom("dictType").select("builtIn").where("code", "=", entry.code).executeTakeFirst();
  for (const { table, column } of declared.get(entry.code)?.usedBy ?? []) {
    const { rows } =
      await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${entry.entryValue} limit 1`.execute(
        tx.kysely,
      );
    if (rows.length > 0) throw dictErrors.inUse();
  }
  if (type?.builtIn) throw dictErrors.builtIn();
  await removeRecord(tx, dictEntries, entry);
  await tellChange(tx, entry.code);
  return true as const;
}

async function tellChange(tx: Tx, code: string): Promise<void> {
  await tx.invalidate(`${dictValues.name}:${code}`);
  await tx.tell("everyone", { type: "dict.changed", codes: [code] });
}
