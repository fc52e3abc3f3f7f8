import type { DictDeclaration, DictEntry, listDictEntries, QueryOf } from "@ops/platform/contract";
import { sql } from "kysely";
import { newId } from "../crypto.ts";
import type { Tx } from "../db/tx.ts";
import { dictValues } from "./codes.ts";

/** Entries grouped by code; an unknown code answers an empty list. Disabled ones only when asked for (PF-R88). */
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

/** Adds the dictionaries that modules ship and that are missing; what administrators changed stays. */
export async function syncDictionaries(tx: Tx, module: string, declared: readonly DictDeclaration[]): Promise<void> {
  const by = tx.actor.userId;
  for (const { code, name, entries } of declared) {
    await sql`insert into dict_type (id, created_at, created_by, updated_at, updated_by, code, name, module, built_in)
      values (${newId()}, ${tx.now}, ${by}, ${tx.now}, ${by}, ${code}, ${name}, ${module}, true)
      on conflict (code) do nothing`.execute(tx.kysely);
    for (const [sort, [value, meaning, color]] of entries.entries()) {
      await sql`insert into dict_entry (id, created_at, created_by, updated_at, updated_by, code, entry_meaning,
          entry_value, sort, color, status)
        values (${newId()}, ${tx.now}, ${by}, ${tx.now}, ${by}, ${code}, ${meaning}, ${value}, ${sort + 1},
          ${color ?? null}, 'ENABLED')
        on conflict (code, entry_value) do nothing`.execute(tx.kysely);
    }
    await tx.invalidate(`${dictValues.name}:${code}`);
  }
}
