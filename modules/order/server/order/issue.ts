import { newId, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";

interface IssueOf {
  readonly orderId: string;
  readonly code: string;
}

/** What may be wrong with the car of an order. Another car ends it. */
export const carIssues = ["CAR_DAMAGED", "CAR_RETURNED", "CAR_ELSEWHERE"] as const;

/** Raises an issue that somebody has to look at. One that is open already gets the new text (OR-R16). */
export async function raiseIssue(tx: Tx, { orderId, code, text }: IssueOf & { readonly text: string }): Promise<void> {
  await db(tx)
    .insertInto("orderIssue")
    .values({ id: newId(), orderId, code, text, since: tx.now })
    .onConflict((row) => row.columns(["orderId", "code"]).where("clearedAt", "is", null).doUpdateSet({ text }))
    .execute();
}

/** Clears an issue; nothing changes if it is not open. */
export async function clearIssue(tx: Tx, { orderId, code }: IssueOf): Promise<void> {
  await db(tx)
    .updateTable("orderIssue")
    .set({ clearedAt: tx.now })
    .where("orderId", "=", orderId)
    .where("code", "=", code)
    .where("clearedAt", "is", null)
    .execute();
}
