import { changeRecord, lockRecord, requireRecord, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { orderErrors, orderStates, priceCorrected } from "../../contract/index.ts";
import { refuseHeld } from "../order/held.ts";
import { refuseOpenChange } from "../order/open-change.ts";
import { allowedLines, carLinesOf } from "../order/price.ts";
import { orderMoney, orders } from "../order/tables.ts";
import { renewContract } from "../paper/contract.ts";
import { refuseInvoiced } from "../paper/issued.ts";
import { presentMoney } from "./present.ts";
import { setPrice } from "./settle-price.ts";

/** Corrects the price of a locked order: the car stays as it was quoted, the other lines are typed anew (OR-R2). */
export const correctPrice = writes(contract.correctPrice, async (tx, { params, body: { version, lines, reason } }) => {
  const order = await lockRecord(tx, orders, params.id, version, (seen, { id }) => presentMoney(seen, id));
  refuseHeld(order);
  orderStates.next(order.state, "correctPrice");
  await requireRecord(tx, orderMoney, order.id);
  await refuseInvoiced(tx, order);
  await refuseOpenChange(tx, order);
  const all = [...(await carLinesOf(tx, order.id)), ...(await allowedLines(tx, order, lines))];
  const dueFen = all.reduce((sum, { amountFen }) => sum + amountFen, 0);
  if (dueFen < 0) throw orderErrors.priceBelow();
  tx.trail.reason = reason;
  const money = await setPrice(tx, order, { dueFen, lines: all });
  await changeRecord(tx, orderMoney, money, { lockTotalFen: dueFen });
  await renewContract(tx, await changeRecord(tx, orders, order, {}), "价格更正");
  await tx.publish(priceCorrected, { orderId: order.id, at: tx.now.toISOString() });
  return presentMoney(tx, order.id);
});
