import type { Tx } from "@ops/platform/server";
import { type PlannedRefund, refundErrors } from "../../contract/index.ts";
import { db } from "../database.ts";

/** Says which payment gives back how much: the newest first, each at most what was booked of it (OR-R9). */
export async function planRefunds(tx: Tx, orderId: string, refundFen: number): Promise<PlannedRefund[]> {
  const booked = await db(tx)
    .selectFrom("orderPayment")
    .select(["id", "payNo", "channel", "amountFen", "excessFen"])
    .where("orderId", "=", orderId)
    .where("state", "=", "SUCCESS")
    .orderBy("paidAt", "desc")
    .orderBy("id", "desc")
    .execute();
  let leftFen = refundFen;
  const plan = booked.flatMap(({ id: paymentId, payNo, channel, amountFen: paidFen, excessFen }) => {
    const amountFen = Math.min(leftFen, paidFen - excessFen);
    leftFen -= amountFen;
    return amountFen > 0 ? [{ paymentId, payNo, channel, amountFen }] : [];
  });
  if (leftFen !== 0) throw refundErrors.refundSum();
  return plan;
}
