import type { DictDeclaration, DictEntry, listDictEntries, QueryOf } from "@ops/platform/contract";
import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import { newId } from "../secret/crypto.ts";
import { dictValues } from "./codes.ts";

/** Reads entries grouped by code; an unknown code has an empty list. Disabled ones are included on request (PF-R88). */
export async function entriesByCodes(
  tx: Tx,
  { codes, includeDisabled }: QueryOf<typeof listDictEntries>,
): Promise<Record<string, DictEntry[]>> {
  const { rows } = await sql<DictEntry & { code: string }>`
    select code, entry_meaning as "entryMeaning", entry_value as "entryValue", sort, color,
      status = 'DISABLED' as disabled
    from dict_entry where code = any(${codes}) and (${includeDisabled ?? false} or status = 'ENABLED')
    order by code, sort, entry_value`.execute(tx.kysely);
  const grouped: Record<string, DictEntry[]> = Object.fromEntries(codes.map((code) => [code, []]));
  for (const { code, ...entry } of rows) grouped[code]?.push(entry);
  return grouped;
}

/**
 * Adds the dictionaries that modules ship and that are missing; what administrators changed stays. Two statements whatever
 * the number of entries: every start does this.
 */
export async function syncDictionaries(tx: Tx, module: string, declared: readonly DictDeclaration[]): Promise<void> {
  if (declared.length === 0) return;
  const by = tx.actor.userId;
  const types = declared.map(({ code, name }) => ({ id: newId(), code, name }));
  await sql`insert into dict_type (id, created_at, created_by, updated_at, updated_by, code, name, module, built_in)
    select id, ${tx.now}, ${by}, ${tx.now}, ${by}, code, name, ${module}, true
    from jsonb_to_recordset(${JSON.stringify(types)}::jsonb) shipped(id uuid, code text, name text)
    on conflict (code) do nothing`.execute(tx.kysely);
  const { rows } = await sql<{ code: string }>`
    insert into dict_entry (id, created_at, created_by, updated_at, updated_by, code, entry_meaning, entry_value, sort,
      color, status)
    select id, ${tx.now}, ${by}, ${tx.now}, ${by}, code, meaning, value, sort, color, 'ENABLED'
    from jsonb_to_recordset(${JSON.stringify(declared.flatMap(entriesOf))}::jsonb)
      shipped(id uuid, code text, meaning text, value text, sort int, color text)
    on conflict (code, entry_value) do nothing returning code`.execute(tx.kysely);
  for (const code of new Set(rows.map((row) => row.code))) await tx.invalidate(`${dictValues.name}:${code}`);
}

function entriesOf({ code, entries }: DictDeclaration) {
  return entries.map(([value, meaning, color], at) => ({
    id: newId(),
    code,
    meaning,
    value,
    sort: at + 1,
    color: color ?? null,
  }));
}
