import { changeRecord, type Tx } from "@ops/platform/server";
import { cancelStates, type OrderStatus, orderStates, refundErrors } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import type { OrderRow } from "../order/tables.ts";
import { areSame, conflictAbout, paidOf } from "./draft.ts";
import { endOrder } from "./finish.ts";
import { presentCancel } from "./present.ts";
import { type CancelRow, cancels } from "./tables.ts";
import { chargesOf, levelsOf, partyOf, standOf } from "./terms.ts";

/**
 * The last level agrees. What the cancellation costs is asked once more: if it has changed, if the order is where others
 * have to agree, or more was paid meanwhile, nothing happens, the plan stays as it was agreed, and somebody applies again (OR-R8, OR-R9).
 */
export async function approveNow(tx: Tx, order: OrderRow, cancel: CancelRow): Promise<CancelRow> {
  orderStates.next(order.state, "approveCancel");
  const paidFen = await paidOf(tx, order);
  const agreed = await findRows(tx, "orderCancelLine", { cancelId: cancel.id }, "no");
  const party = partyOf(tx, order, cancel.party);
  const charges = await chargesOf(tx, order, party);
  const isWaived = agreed.some(({ waivedFen }) => waivedFen > 0);
  const levelsAt = (state: OrderStatus) => levelsOf({ state, isBigOld: true, party, isWaived }).join();
  const isAgreed = areSame(charges, agreed) && levelsAt(standOf(order)) === levelsAt(cancel.fromState);
  if (!isAgreed) throw await conflictAbout(tx, order, await presentCancel(tx, cancel));
  if (cancel.deductFen + cancel.refundFen !== paidFen) throw refundErrors.refundSum();
  await endOrder(tx, order, cancel);
  return changeRecord(tx, cancels, cancel, { state: cancelStates.next(cancel.state, "finish") });
}
