import { changeRecord, type Tx } from "@ops/platform/server";
import { butlerChanged } from "../../contract/index.ts";
import { lockMoney } from "../order/money.ts";
import { stageOf } from "../order/stage.ts";
import { type OrderRow, orderMoney } from "../order/tables.ts";
import { butlersAt, turnText } from "./choose.ts";

type Butler = Pick<OrderRow, "butlerId" | "butlerWhy" | "butlerAt">;

/** Chooses whoever is next at the delivering store; nobody if nobody is on duty (OR-R17). */
export async function chooseButler(tx: Tx, deliveryStoreId: string): Promise<Butler> {
  const [next] = await butlersAt(tx, deliveryStoreId);
  if (!next) return { butlerId: null, butlerWhy: null, butlerAt: null };
  return { butlerId: next.userId, butlerWhy: turnText(next), butlerAt: tx.now };
}

/** Chooses a butler anew for an order that goes to another store, and tells it. The caller saves the order. */
export async function changeButler(tx: Tx, order: OrderRow & { readonly deliveryStoreId: string }): Promise<Butler> {
  const chosen = await chooseButler(tx, order.deliveryStoreId);
  await tellButlerChanged(tx, order, chosen.butlerId);
  return chosen;
}

/** Gives the order to a butler by hand and tells it, once the customer waits for him. The caller saves the order. */
export async function giveToButler(tx: Tx, order: OrderRow, butlerId: string, butlerWhy: string): Promise<Butler> {
  await tellButlerChanged(tx, order, butlerId);
  return { butlerId, butlerWhy, butlerAt: tx.now };
}

/** Gives the order to an adviser; its money is of the selling side and follows. The caller saves the order. */
export async function giveToAdvisor(tx: Tx, order: OrderRow, advisorId: string): Promise<Pick<OrderRow, "advisorId">> {
  await changeRecord(tx, orderMoney, await lockMoney(tx, order), { advisorId });
  return { advisorId };
}

/** Takes an order that is no longer locked from the butler whom it got with the lock or since. The caller saves the order. */
export async function releaseButler(tx: Tx, order: OrderRow): Promise<Partial<Butler>> {
  const { butlerAt, lockedAt } = order;
  const isOlder = butlerAt !== null && lockedAt !== null && butlerAt < lockedAt;
  if (order.butlerId === null || isOlder) return {};
  await tellButlerChanged(tx, order, null);
  return { butlerId: null, butlerWhy: null, butlerAt: null };
}

/** Tells that another butler looks after a locked order. */
export async function tellButlerChanged(tx: Tx, order: OrderRow, userId: string | null): Promise<void> {
  if (stageOf(order) === null || order.butlerId === userId) return;
  const at = tx.now.toISOString();
  await tx.publish(butlerChanged, { orderId: order.id, at, fromUserId: order.butlerId, userId });
}
