import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import { headcountsAt } from "../headcount/counted.ts";
import { type Cell, cellKey } from "../headcount/facts.ts";
import { type NewQuota, saveQuotasOf } from "../headcount/quotas.ts";

/** How many cells have one person more than seats. */
const CROWDED = 3;
const MANY = 2;

/**
 * Gives the stores that were taken in as many seats as people have or will have, so that only the cells of the stores that
 * are being prepared are short, which begin with their template. A few are crowded.
 */
export async function settleQuotas(tx: Tx): Promise<void> {
  const today = dayOf(tx.now);
  const stores = await db(tx)
    .selectFrom("store")
    .select("id")
    .where((eb) => eb.or([eb("state", "in", ["TRIAL", "OPEN", "SUSPENDED"]), eb("operateMode", "<>", "DIRECT")]))
    .orderBy("storeCode")
    .execute();
  const ids = stores.map(({ id }) => id);
  const quotas: NewQuota[] = [];
  const given = new Map<string, number>();
  const give = (cell: Cell, effectiveFrom: string, quota: number) => {
    given.set(cellKey(cell), quota);
    quotas.push({ ...cell, effectiveFrom, quota, source: "MANUAL", reason: "按现有人员核定" });
  };
  let crowded = 0;
  for (const day of [today, ...(await laterDays(tx, today))]) {
    const seats = await headcountsAt(tx, ids, day);
    for (const storeId of ids) {
      for (const { positionCode, occupied, reserved } of seats.get(storeId) ?? []) {
        const [cell, people] = [{ storeId, positionCode }, occupied + reserved];
        const known = given.get(cellKey(cell));
        if (known === undefined) {
          const isCrowded = occupied >= MANY && reserved === 0 && crowded < CROWDED;
          if (isCrowded) crowded++;
          give(cell, day, isCrowded ? people - 1 : people);
        } else if (reserved > 0 && people > known) give(cell, day, people);
      }
    }
  }
  await saveQuotasOf(tx, quotas);
}

/** The days on which somebody comes who has a seat reserved. */
async function laterDays(tx: Tx, today: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select entry_date as day from store_staff where state = 'TO_JOIN' and entry_date > ${today}::date
    union select effective_date from store_movement where state in ('WAITING', 'APPROVED') and effective_date > ${today}::date
    order by day`.execute(tx.kysely);
  return rows.map(({ day }) => day);
}
