import { insertPastAudits, jobAudit, type Tx } from "@ops/platform/server";
import { type OrderRow, orders } from "../order/tables.ts";

interface Handed {
  readonly actionName: string;
  readonly summary: string;
  readonly field: keyof OrderRow;
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly reason?: string;
}

/** Writes the entry in the log of an order here, because no call is about it. */
export async function noteHandOver(tx: Tx, { id, orderNo }: OrderRow, handed: Handed): Promise<void> {
  const { actionName, summary, field, label, before, after, reason = null } = handed;
  const about = { bizType: orders.name, bizId: id };
  const diffs = [{ ...about, field, label, before, after }];
  const told = { action: "order.handOver", actionName, summary, diffs, reason };
  await insertPastAudits(tx, [{ ...jobAudit(tx, "order"), ...about, bizNo: orderNo, ...told }]);
}
