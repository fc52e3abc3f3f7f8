import type { Tx } from "@ops/platform/server";
import { findRows } from "../database.ts";
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
 * Gives stores that were taken in quotas for everybody who works there: that of its template or the number of its
 * people, whichever is more (ST-R32). A store with quotas keeps them.
 */
export async function adoptQuotas(tx: Tx, storeIds: readonly string[], day: string): Promise<void> {
  const ids = [...storeIds];
  const known = new Set((await findRows(tx, "headcountQuota", { storeId: ids })).map(({ storeId }) => storeId));
  const stores = (await findRows(tx, "store", { id: ids })).filter(({ id }) => !known.has(id));
  const templates = Map.groupBy(await findRows(tx, "headcountTemplate", {}, "positionCode"), kindKey);
  const seats = await headcountsAt(
    tx,
    stores.map(({ id }) => id),
    day,
  );
  const quotas = stores.flatMap((store) => {
    const heads = new Map(
      (templates.get(kindKey(store)) ?? []).map(({ positionCode, quota }) => [positionCode, quota]),
    );
    for (const { positionCode, occupied } of seats.get(store.id) ?? []) {
      heads.set(positionCode, Math.max(heads.get(positionCode) ?? 0, occupied));
    }
    return [...heads].map(([positionCode, quota]): NewQuota => {
      return { storeId: store.id, positionCode, effectiveFrom: day, quota, source: "ADOPTED", reason: null };
    });
  });
  await saveQuotasOf(tx, quotas);
}

const kindKey = ({ storeType, storeLevel }: Omit<Kind, "id">) => `${storeType} ${storeLevel}`;
