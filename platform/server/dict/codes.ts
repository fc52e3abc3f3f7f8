import { BusinessError, commonErrors } from "@ops/platform/contract";
import { sql } from "kysely";
import { kept } from "../cache/kept.ts";
import type { Tx } from "../db/tx.ts";

/** The values of a dictionary, each with whether it may be chosen; every node keeps them until an entry changes. */
export const dictValues = kept("dict", async (tx: Tx, code: string): Promise<ReadonlyMap<string, boolean>> => {
  const { rows } = await sql<{ value: string; enabled: boolean }>`
    select entry_value as value, status = 'ENABLED' as enabled from dict_entry where code = ${code}`.execute(tx.kysely);
  return new Map(rows.map(({ value, enabled }) => [value, enabled]));
});

/** A value that can no longer be chosen. A record that already has it may keep it. */
export interface RetiredCode {
  /** How the property is called, in the call and in the record. */
  readonly name: string;
  readonly value: string;
  readonly refusal: BusinessError;
}

/** Throws if a record gets a disabled value that it did not have before (PF-R88). */
export function refuseRetired(codes: readonly RetiredCode[], before: object | null, after: object | null): void {
  const fresh = codes.find((code) => holdsCode(after, code) && !holdsCode(before, code));
  if (fresh) throw fresh.refusal;
}

function holdsCode(row: object | null, { name, value }: RetiredCode): boolean {
  const held: unknown = new Map(Object.entries(row ?? {})).get(name);
  return held === value || (Array.isArray(held) && held.includes(value));
}

/** Makes the refusal in the words of the import, which refuses the same (section 8). */
export function notInDict(label: string, field: string): BusinessError {
  const { msgCode } = commonErrors.param({ field: label });
  return new BusinessError(msgCode, `${label}不在字典中`, { field });
}
