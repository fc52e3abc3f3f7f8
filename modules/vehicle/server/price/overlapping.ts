import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import type { PriceRow } from "./tables.ts";

export type Period = Pick<PriceRow, "carConfigId" | "kind" | "itemCode" | "effectiveFrom" | "effectiveTo">;

/** Finds the published prices of the same item whose periods overlap with this one, earliest first. */
export function findOverlapping(
  tx: Tx,
  { carConfigId, kind, itemCode, effectiveFrom, effectiveTo }: Period,
): Promise<PriceRow[]> {
  return db(tx)
    .selectFrom("carPrice")
    .selectAll()
    .where("carConfigId", "=", carConfigId)
    .where("kind", "=", kind)
    .where("itemCode", "=", itemCode)
    .where("state", "=", "PUBLISHED")
    .where(
      sql<boolean>`tstzrange(effective_from, effective_to) && tstzrange(${effectiveFrom}::timestamptz, ${effectiveTo}::timestamptz)`,
    )
    .orderBy("effectiveFrom")
    .execute();
}
