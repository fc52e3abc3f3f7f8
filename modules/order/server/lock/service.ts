import { changeRecord, inSteps, lockRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { lockErrors, orderStates, orderUnlocked } from "../../contract/index.ts";
import { releaseButler } from "../butler/change.ts";
import { askCustomer, tryCustomer } from "../customer/tell.ts";
import { refuseHeld } from "../order/held.ts";
import { dropAppointment } from "../order/hooks.ts";
import { lockMoney } from "../order/money.ts";
import { refuseOpenChange } from "../order/open-change.ts";
import { presentOrder } from "../order/present.ts";
import { enterStage } from "../order/stage.ts";
import { type OrderRow, orderMoney, orders } from "../order/tables.ts";
import { voidContract } from "../paper/contract.ts";
import { addPromise } from "../promise/add-promise.ts";
import { requireLockable } from "./guard.ts";

import { lockNow } from "./lock.ts";
import { lockCustomer } from "./lock-customer.ts";

/** A code is for the order as it is at this version: whatever changes afterwards needs another one. */
const confirmationOf = ({ id, version, customerId }: OrderRow) => ({
  customerId,
  about: `order-lock:${id}:${version}`,
});

async function lockableOf(tx: Tx, id: string, version: number) {
  const order = await lockRecord(tx, orders, id, version, presentOrder);
  const customer = await lockCustomer(tx, order);
  refuseHeld(order);
  return requireLockable(tx, order, customer);
}

export const sendLockCode = writes(contract.sendLockCode, async (tx, { params, body }) => {
  const order = await lockableOf(tx, params.id, body.version);
  await askCustomer(tx, confirmationOf(order), `锁定订单${order.orderNo}`);
  return presentOrder(tx, order);
});

/** The code is checked in a step of its own, because a wrong one must count although the call is refused. */
export const lockOrder = inSteps(contract.lockOrder, async (steps, { params: { id }, body }) => {
  const isTicked = new Set(body.ticks).size === Object.keys(contract.lockTicks).length;
  const isRight = await steps.commit(async (tx) => {
    const order = await lockableOf(tx, id, body.version);
    if (!isTicked) throw lockErrors.lockCheck();
    return tryCustomer(tx, { ...confirmationOf(order), code: body.code });
  });
  if (!isRight) throw lockErrors.lockCode(undefined, { field: "code" });
  return steps.finish(async (tx) => {
    return presentOrder(tx, await lockNow(tx, await lockableOf(tx, id, body.version)));
  });
});

/** Takes a lock back: choice and price are open again, and there is no promise until the next lock. */
export const unlockOrder = writes(contract.unlockOrder, async (tx, { params, body: { version, reason } }) => {
  const order = await lockRecord(tx, orders, params.id, version, presentOrder);
  refuseHeld(order);
  const state = orderStates.next(order.state, "unlock");
  await refuseOpenChange(tx, order);
  tx.trail.reason = reason;
  await voidContract(tx, order, "订单解锁");
  await changeRecord(tx, orderMoney, await lockMoney(tx, order), { lockTotalFen: null });
  const promise = { kind: "UNLOCK", promisedOn: null, eta: null, party: "BRAND", reason } as const;
  const open = await changeRecord(tx, orders, order, {
    ...(await enterStage(tx, order, state)),
    ...(await addPromise(tx, order, promise)),
    ...(await dropAppointment(tx, order, promise)),
    ...(await releaseButler(tx, order)),
    snapshot: null,
    lockedAt: null,
  });
  await tx.publish(orderUnlocked, { orderId: order.id, at: tx.now.toISOString() });
  return presentOrder(tx, open);
});
