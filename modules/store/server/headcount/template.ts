import type { Tx } from "@ops/platform/server";
import { findRow, findRows } from "../database.ts";
import type { StoreRow } from "../site/tables.ts";
import { headcountsAt } from "./counted.ts";
import { type NewQuota, saveQuotasOf } from "./quotas.ts";
import type { TemplateRow } from "./tables.ts";

type Kind = Pick<StoreRow, "id" | "storeType" | "storeLevel">;

/** The template of a store's type and level, by position. */
export function templateOf(tx: Tx, { storeType, storeLevel }: Omit<Kind, "id">): Promise<TemplateRow[]> {
  return findRows(tx, "headcountTemplate", { storeType, storeLevel }, "positionCode");
}

/** Gives a store the quotas of its template from a day on; a new store begins with it. */
export async function applyTemplate(tx: Tx, store: Kind, day: string, reason: string | null = null): Promise<void> {
  const rows = await templateOf(tx, store);
  const quotas = rows.map(({ positionCode, quota }): NewQuota => {
    return { storeId: store.id, positionCode, effectiveFrom: day, quota, source: "TEMPLATE", reason };
  });
  await saveQuotasOf(tx, quotas);
}

/**
 * Gives a store that was taken in quotas for everybody who works there: that of its template or the number of its
 * people, whichever is more (ST-R32). A store with quotas keeps them.
 */
export async function adoptQuota(tx: Tx, storeId: string, day: string): Promise<void> {
  const store = await findRow(tx, "store", { id: storeId });
  if (!store || (await findRow(tx, "headcountQuota", { storeId }))) return;
  const heads = new Map((await templateOf(tx, store)).map(({ positionCode, quota }) => [positionCode, quota]));
  for (const { positionCode, occupied } of (await headcountsAt(tx, [storeId], day)).get(storeId) ?? []) {
    heads.set(positionCode, Math.max(heads.get(positionCode) ?? 0, occupied));
  }
  const quotas = [...heads].map(([positionCode, quota]): NewQuota => {
    return { storeId, positionCode, effectiveFrom: day, quota, source: "ADOPTED", reason: null };
  });
  await saveQuotasOf(tx, quotas);
}
