import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import type { StaffRow } from "../staff/tables.ts";
import type { MovementRow } from "./tables.ts";

/** Locks the person of a movement, whatever the scope of the actor: whoever reaches the movement may bring it about. */
export function lockMover(tx: Tx, { staffId }: Pick<MovementRow, "staffId">): Promise<StaffRow> {
  return db(tx).selectFrom("storeStaff").selectAll().where("id", "=", staffId).forUpdate().executeTakeFirstOrThrow();
}
