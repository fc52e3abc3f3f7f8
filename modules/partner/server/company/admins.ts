import type { Tx } from "@ops/platform/server";
import type { NotNull } from "kysely";
import { db } from "../database.ts";

/** Finds the active administrators of a partner, who can be notified because they have an account. */
export function partnerAdmins(tx: Tx, partnerId: string): Promise<{ userId: string; name: string }[]> {
  return db(tx)
    .selectFrom("partnerStaff")
    .select(["userId", "name"])
    .where("partnerId", "=", partnerId)
    .where("positionCode", "=", "ADMIN")
    .where("state", "=", "ACTIVE") // active staff always has an account
    .$narrowType<{ userId: NotNull }>()
    .orderBy("id")
    .execute();
}
