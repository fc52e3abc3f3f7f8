import { addDays, dayOf } from "@ops/platform/contract";
import { changeRecord, type Tx } from "@ops/platform/server";
import { buyerChanged, changeStates } from "../../contract/index.ts";
import { type OrderRow, orderMoney, orders } from "../order/tables.ts";
import { renewContract } from "../paper/contract.ts";
import { setPrice } from "../payment/settle-price.ts";
import { addPromise } from "../promise/add-promise.ts";
import { ruleOf } from "../series-rule/rule-of.ts";
import { moveDelivery } from "./move-store.ts";
import { type ChangeRow, changes } from "./tables.ts";

/** Makes a change that is agreed take effect. A dearer choice waits until its difference is paid (OR-R7). */
export async function carryOut(tx: Tx, order: OrderRow, change: ChangeRow): Promise<ChangeRow> {
  const { config } = change.after;
  if (config && change.priceDiffFen > 0) {
    const money = await setPrice(tx, order, { dueFen: config.totalFen, lines: config.lines });
    const paidTargetFen = money.paidFen + change.priceDiffFen;
    return changeRecord(tx, changes, change, { state: changeStates.next(change.state, "askDiff"), paidTargetFen });
  }
  return takeEffect(tx, order, change);
}

export async function takeEffect(tx: Tx, order: OrderRow, change: ChangeRow): Promise<ChangeRow> {
  const { customerId, deliveryStoreId, payMode, config } = change.after;
  if (config) await takeConfig(tx, order, change, config);
  if (customerId) await takeBuyer(tx, order, customerId);
  if (deliveryStoreId) await moveDelivery(tx, order, deliveryStoreId, change);
  if (payMode) await changeRecord(tx, orders, order, { payMode, loanState: "NONE", leaseNo: null });
  const state = changeStates.next(change.state, "takeEffect");
  return changeRecord(tx, changes, change, { state, effectiveAt: tx.now });
}

type Config = NonNullable<ChangeRow["after"]["config"]>;

/** The new choice is locked as the old one was, and the promise starts again. */
async function takeConfig(tx: Tx, order: OrderRow, change: ChangeRow, config: Config): Promise<void> {
  const { lines, totalFen, chosen, carConfigId, optionCodes, extColor, intColor } = config;
  const money = await setPrice(tx, order, { dueFen: totalFen, lines });
  await changeRecord(tx, orderMoney, money, { lockTotalFen: totalFen });
  const { cycleMinDays, cycleMaxDays } = await ruleOf(tx, order);
  const day = addDays(dayOf(tx.now), cycleMaxDays);
  const { party, reason } = change;
  const promise = await addPromise(tx, order, { kind: "CONFIG", promisedOn: day, eta: day, party, reason });
  const changed = await changeRecord(tx, orders, order, {
    carConfigId,
    optionCodes: [...optionCodes],
    extColor,
    intColor,
    ...chosen,
    ...promise,
    snapshot: { lines, totalFen, cycleMinDays, cycleMaxDays, ruleId: order.ruleId },
  });
  await renewContract(tx, changed, "改配");
}

/** Whoever was buyer and owner is both no longer. */
async function takeBuyer(tx: Tx, order: OrderRow, customerId: string): Promise<void> {
  const { id: orderId, customerId: fromCustomerId, ownerId } = order;
  const owned = ownerId === fromCustomerId ? { ownerId: customerId } : {};
  const changed = await changeRecord(tx, orders, order, { customerId, ...owned });
  await renewContract(tx, changed, "变更购车人");
  await tx.publish(buyerChanged, { orderId, at: tx.now.toISOString(), fromCustomerId, customerId });
}

/** Takes back what a change that is not wanted any more has done to the price. */
export async function undoPrice(tx: Tx, order: OrderRow, { state, before: { config } }: ChangeRow): Promise<void> {
  if (state === "PAY_DIFF" && config) await setPrice(tx, order, { dueFen: config.totalFen, lines: config.lines });
}
