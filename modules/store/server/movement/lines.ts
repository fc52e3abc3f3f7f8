import type { Tx } from "@ops/platform/server";
import { db, findRows } from "../database.ts";
import type { StaffRow } from "../staff/tables.ts";
import { type Arranged, arrangeLines } from "./work.ts";

type LineChanges = Partial<{
  state: "WAITING" | "DONE" | "FAILED";
  toUserId: string | null;
  handed: number;
  message: string | null;
}>;

export const linesOf = (tx: Tx, movementId: string) => findRows(tx, "storeMovementHandover", { movementId }, "kind");

export async function changeLine(
  tx: Tx,
  { movementId, kind }: { readonly movementId: string; readonly kind: string },
  changes: LineChanges,
): Promise<void> {
  await db(tx)
    .updateTable("storeMovementHandover")
    .set(changes)
    .where("movementId", "=", movementId)
    .where("kind", "=", kind)
    .execute();
}

/**
 * Saves who takes over what. Kinds that were handed over already stay as they are; of one whose later work failed it is
 * still known that it was handed over once.
 */
export async function saveLines(tx: Tx, staff: StaffRow, movementId: string, arranged: Arranged): Promise<void> {
  const lines = await arrangeLines(tx, staff, arranged);
  await db(tx)
    .deleteFrom("storeMovementHandover")
    .where("movementId", "=", movementId)
    .where("state", "<>", "DONE")
    .where("handed", "=", 0)
    .execute();
  if (lines.length === 0) return;
  await db(tx)
    .insertInto("storeMovementHandover")
    .values(lines.map((line) => ({ movementId, ...line })))
    .onConflict((conflict) =>
      conflict
        .columns(["movementId", "kind"])
        .doUpdateSet((line) => ({ toUserId: line.ref("excluded.toUserId"), state: "WAITING", message: null }))
        .where("storeMovementHandover.state", "<>", "DONE"),
    )
    .execute();
}
