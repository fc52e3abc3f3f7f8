import {
  asStored,
  changeRecord,
  dictValues,
  insertRecord,
  lockRecord,
  reads,
  type Tx,
  writes,
} from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { extColumnErrors } from "../../contract/index.ts";
import { findRow, findRows } from "../database.ts";
import { type ExtColumnRow, extColumnTable } from "./tables.ts";
import { enabledColumns } from "./values.ts";

const MOST_COLUMNS = 30;

export const listExtColumns = reads(contract.listExtColumns, (tx) =>
  findRows(tx, "storeExtColumn", {}, "sort", "colKey"),
);

export const createExtColumn = writes(contract.createExtColumn, async (tx, { body }) => {
  await lockColumns(tx);
  if (await findRow(tx, "storeExtColumn", { colKey: body.colKey })) {
    throw extColumnErrors.keyDup(undefined, { field: "colKey" });
  }
  await requireRoom(tx);
  return insertRecord(tx, extColumnTable, { ...body, dictCode: await dictOf(tx, body) });
});

export const editExtColumn = writes(contract.editExtColumn, async (tx, { params, body: { version, ...facts } }) => {
  await lockColumns(tx);
  const column = await lockRecord(tx, extColumnTable, params.id, version, asStored);
  const dictCode = await dictOf(tx, facts);
  const isOther = facts.colType !== column.colType || dictCode !== column.dictCode;
  if (isOther && (await hasValues(tx, column))) throw extColumnErrors.typeLocked(undefined, { field: "colType" });
  if (facts.status === "ENABLED" && column.status === "DISABLED") await requireRoom(tx);
  return changeRecord(tx, extColumnTable, column, { ...facts, dictCode });
});

/** Lets one change of the columns run at a time, because they are counted. */
async function lockColumns(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('store_ext_columns'))`.execute(tx.kysely);
}

async function requireRoom(tx: Tx): Promise<void> {
  if ((await enabledColumns(tx)).length >= MOST_COLUMNS) throw extColumnErrors.limit();
}

/** The dictionary of a column; one that is not of type 字典 has none. */
async function dictOf(
  tx: Tx,
  { colType, dictCode }: Pick<ExtColumnRow, "colType" | "dictCode">,
): Promise<string | null> {
  if (colType !== "DICT") return null;
  const isKnown = dictCode !== null && (await tx.kept(dictValues, dictCode)).size > 0;
  if (!isKnown) throw extColumnErrors.dict(undefined, { field: "dictCode" });
  return dictCode;
}

async function hasValues(tx: Tx, { colKey }: ExtColumnRow): Promise<boolean> {
  const { rows } = await sql`select 1 from store where ext ->> ${colKey} is not null limit 1`.execute(tx.kysely);
  return rows.length > 0;
}
