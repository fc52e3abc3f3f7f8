import { newId, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { slotErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { OfferedSlot } from "./offered.ts";

/**
 * Takes a place in a slot, in one statement that counts only as long as there is one: however many come at once, nobody
 * gets a place too many (OR-R11). The capacity is what the rule offers now.
 */
export async function takePlace(tx: Tx, storeId: string, slot: OfferedSlot): Promise<{ readonly slotId: string }> {
  const { startAt, endAt, capacity } = slot;
  const { rows } = await sql<{ id: string }>`
    insert into delivery_slot (id, store_id, start_at, end_at, capacity, booked)
    values (${newId()}, ${storeId}, ${startAt}, ${endAt}, ${capacity}, 1)
    on conflict (store_id, start_at) do update
      set booked = delivery_slot.booked + 1, capacity = excluded.capacity, end_at = excluded.end_at
      where delivery_slot.booked < excluded.capacity
    returning id`.execute(tx.kysely);
  const [taken] = rows;
  if (!taken) throw slotErrors.slotFull(undefined, { field: "startAt" });
  return { slotId: taken.id };
}

export async function givePlaceBack(tx: Tx, slotId: string): Promise<void> {
  await db(tx)
    .updateTable("deliverySlot")
    .set(({ eb }) => ({ booked: eb("booked", "-", 1) }))
    .where("id", "=", slotId)
    .execute();
}
