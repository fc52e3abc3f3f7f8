import { changeRecord, type Tx } from "@ops/platform/server";
import { PartnerChangeShape } from "../../contract/index.ts";
import { db, type RowOf, tableOf } from "../database.ts";
import { throughPartner } from "./scope.ts";

export const partnerChanges = tableOf(PartnerChangeShape, {
  scope: throughPartner("partnerChange"),
  read: "partner:partner:view",
  partOf: { table: "partner", by: "partnerId" },
});
export type ChangeRow = RowOf<typeof partnerChanges>;

/** The person and time of a decision on a request. */
export const stampReview = (tx: Tx) => ({ reviewedBy: tx.actor.userId, reviewedAt: tx.now });

/** Refuses a waiting change of name when the partner leaves, so that the request gets an answer. */
export async function dropPartnerChange(tx: Tx, partnerId: string, note: string): Promise<void> {
  const waiting = await db(tx)
    .selectFrom("partnerChange")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .where("state", "=", "WAITING")
    .forUpdate()
    .executeTakeFirst();
  if (waiting) await changeRecord(tx, partnerChanges, waiting, { state: "REJECTED", note, ...stampReview(tx) });
}
