import { changeRecord, type Tx } from "@ops/platform/server";
import { changeStates } from "../../contract/index.ts";
import { db, type RowOf, table } from "../database.ts";
import { throughPartner } from "./scope.ts";

export const partnerChanges = table("partnerChange", {
  entity: "名称变更申请",
  scope: throughPartner("partnerChange"),
  read: "partner:partner:view",
  partOf: { table: "partner", by: "partnerId" },
  labels: {
    fullName: "公司全称",
    shortName: "简称",
    uscc: "统一社会信用代码",
    reason: "原因",
    state: "状态",
    note: "驳回原因",
  },
  words: { state: changeStates },
});
export type ChangeRow = RowOf<typeof partnerChanges>;

/** Who has decided on a request, and when. */
export const reviewed = (tx: Tx) => ({ reviewedBy: tx.actor.userId, reviewedAt: tx.now });

/** A partner that goes takes no new name: what waits for an answer gets it. */
export async function dropPartnerChange(tx: Tx, partnerId: string, note: string): Promise<void> {
  const waiting = await db(tx)
    .selectFrom("partnerChange")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .where("state", "=", "WAITING")
    .forUpdate()
    .executeTakeFirst();
  if (waiting) await changeRecord(tx, partnerChanges, waiting, { state: "REJECTED", note, ...reviewed(tx) });
}
