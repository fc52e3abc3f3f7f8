import { changeRecord, type Tx } from "@ops/platform/server";
import { orderStates } from "../../contract/index.ts";
import { undoCheck } from "../check/do-check.ts";
import { enterStage } from "../order/stage.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { changeDeliveryStore } from "../slot/change-store.ts";

/**
 * 移车: the car of an order goes on to another store, because the one where it stands does not hand it over. It is to be
 * shipped and inspected anew, and the customer comes there at another time. The order is locked.
 */
export async function moveCar(tx: Tx, order: OrderRow, toStoreId: string, reason: string): Promise<OrderRow> {
  const state = orderStates.next(order.state, "moveCar");
  await undoCheck(tx, order.id, "PDI");
  const changed = await changeDeliveryStore(tx, order, toStoreId, { party: "BRAND", reason });
  return changeRecord(tx, orders, order, { ...changed, ...(await enterStage(tx, order, state)) });
}
