import { type Unmaskable, unmaskBy } from "@ops/platform/contract";
import { oneOf } from "../db/list/condition.ts";
import { filterOf } from "../db/list/list-page.ts";
import { mayAskFor } from "../db/record/askable.ts";
import { declaredTables, type RecordRow, type Table } from "../db/record/table.ts";
import type { Tx } from "../db/tx.ts";
import { revealField } from "./in-clear.ts";

/** Fields in clear by the id of their record; a record that is not here stays masked. */
export type PlainFields = ReadonlyMap<string, Readonly<Record<string, string>>>;

type AnyTable = Table<RecordRow & Record<string, unknown>>;

/**
 * Reads many records in clear text for a file (PF-R94), with the same limits as for one (PF-R104): the scopes of the
 * code and of reading the record, the restriction of the table, and fields that roles mask or hide.
 */
export async function plainFieldsOf(tx: Tx, { bizType, code, fields }: Unmaskable) {
  const table = declaredTables.get(bizType) as AnyTable | undefined;
  if (!table) throw new Error(`no table ${bizType}`);
  const open = Object.keys(fields).filter((field) => isOpen(tx, table, field));
  const mayUnmask = await table.mayUnmask?.(tx);
  const codes = [unmaskBy(code).permission, ...(table.read ? [table.read] : [])];
  return async (rows: readonly object[]): Promise<PlainFields> => {
    let ids = rows.map((row) => String(Reflect.get(row, "id")));
    for (const permission of codes) ids = await inScope({ ...tx, permission }, table, ids);
    const seen = new Set(ids);
    const plain = (rows as (RecordRow & Record<string, unknown>)[]).filter(
      (row) => seen.has(row.id) && mayUnmask?.(row) !== false,
    );
    return new Map(plain.map((row) => [row.id, revealFields(tx, row, open)]));
  };
}

/** A field that roles mask or hide stays so, whatever another code would show (AU-R20). */
function isOpen(tx: Tx, table: AnyTable, field: string): boolean {
  const ruled = table.ruled?.[field];
  return ruled === undefined || mayAskFor({ ...tx, permission: table.read ?? tx.permission }, ruled);
}

function revealFields(tx: Tx, row: Readonly<Record<string, unknown>> & RecordRow, fields: readonly string[]) {
  const plain = fields.map((field) => [field, revealField(tx, row, field)] as const);
  return Object.fromEntries(plain.flatMap(([field, text]) => (text === null ? [] : [[field, text]])));
}

async function inScope(tx: Tx, table: AnyTable, ids: string[]): Promise<string[]> {
  if (ids.length === 0 || !tx.actor.can(tx.permission)) return [];
  const found = await filterOf(tx, table, [oneOf("id", ids)])
    .query()
    .select(`${table.name}.id`)
    .execute();
  return found.map(({ id }) => String(id));
}
