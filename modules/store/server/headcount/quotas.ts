import { addDays, dayOf } from "@ops/platform/contract";
import { changeRecords, insertRecords, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { EARLIEST_DAYS, headcountErrors } from "../../contract/index.ts";
import { cellKey } from "./facts.ts";
import { lockCells } from "./seats.ts";
import { type QuotaRow, quotaTable } from "./tables.ts";

export type NewQuota = Pick<QuotaRow, "storeId" | "positionCode" | "effectiveFrom" | "quota" | "source" | "reason">;

export const quotaKey = (quota: NewQuota): string => `${cellKey(quota)} ${quota.effectiveFrom}`;

export function requireDay(tx: Tx, effectiveFrom: string): void {
  if (effectiveFrom < addDays(dayOf(tx.now), -EARLIEST_DAYS)) throw headcountErrors.headcountDay();
}

/** Saves quotas with their cells locked; one of the same day is overwritten. Answers the rows by their key. */
export async function saveQuotasOf(tx: Tx, wanted: readonly NewQuota[]): Promise<ReadonlyMap<string, QuotaRow>> {
  await lockCells(tx, wanted);
  const known = new Map((await quotasLike(tx, wanted)).map((row) => [quotaKey(row), row]));
  const changed = wanted.flatMap((one) => {
    const before = known.get(quotaKey(one));
    if (!before || (before.quota === one.quota && before.reason === one.reason)) return [];
    return [{ before, steps: [{ quota: one.quota, source: one.source, reason: one.reason }] }];
  });
  const saved = await changeRecords(tx, quotaTable, changed);
  const added = wanted.filter((one) => !known.has(quotaKey(one)));
  saved.push(...(await insertRecords(tx, quotaTable, added)));
  for (const row of saved) known.set(quotaKey(row), row);
  return known;
}

async function quotasLike(tx: Tx, wanted: readonly NewQuota[]): Promise<QuotaRow[]> {
  const { rows } = await sql<QuotaRow>`select q.* from headcount_quota q
    join unnest(${wanted.map(({ storeId }) => storeId)}::uuid[], ${wanted.map(({ positionCode }) => positionCode)}::text[],
      ${wanted.map(({ effectiveFrom }) => effectiveFrom)}::date[]) wanted (store_id, position_code, effective_from)
      using (store_id, position_code, effective_from)`.execute(tx.kysely);
  return rows;
}
