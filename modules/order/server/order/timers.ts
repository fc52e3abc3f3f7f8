import { changeRecord, type Tx, timer } from "@ops/platform/server";
import { z } from "zod";
import { type OrderSource, orderClosed, orderStates } from "../../contract/index.ts";
import { returnPart } from "./hooks.ts";
import { lockOrderRow } from "./lock-order.ts";
import { appMinutes, storeHours } from "./params.ts";
import { enterStage } from "./stage.ts";
import { type OrderRow, orders } from "./tables.ts";

const MINUTE = 60_000;

/** Closes an order whose deposit nobody paid in time. A part of it goes back. */
export const closeUnpaid = timer({
  kind: "order.closeUnpaid",
  title: "未支付订单关闭",
  payload: z.object({ orderId: z.string() }),
  handle: async (tx, { orderId }) => {
    const order = await lockOrderRow(tx, orderId);
    if (!orderStates.can(order.state, "closeUnpaid")) return;
    await returnPart(tx, await changeRecord(tx, orders, order, await enterStage(tx, order, "CLOSED")));
    await tx.publish(orderClosed, { orderId, at: tx.now.toISOString() });
  },
});

const isOfChannel = (source: OrderSource) => source === "APP" || source === "MINI";

export function setCloseTimer(tx: Tx, { id, source }: Pick<OrderRow, "id" | "source">): Promise<void> {
  const minutes = isOfChannel(source) ? tx.param(appMinutes) : tx.param(storeHours) * 60;
  return tx.setTimer(closeUnpaid, id, new Date(tx.now.getTime() + minutes * MINUTE), { orderId: id });
}
