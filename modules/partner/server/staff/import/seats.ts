import type { Tx } from "@ops/platform/server";
import { db } from "../../database.ts";

/** Counts the used accounts of partners: everybody 在职, frozen or not (PT-R10). */
export async function countUsedSeats(tx: Tx, partnerIds: readonly string[]): Promise<Map<string, number>> {
  if (partnerIds.length === 0) return new Map();
  const counted = await db(tx)
    .selectFrom("partnerStaff")
    .select((eb) => ["partnerId", eb.fn.countAll<number>().as("count")])
    .where("partnerId", "in", partnerIds)
    .where("state", "=", "ACTIVE")
    .groupBy("partnerId")
    .execute();
  return new Map(counted.map(({ partnerId, count }) => [partnerId, count]));
}
