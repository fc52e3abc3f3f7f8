import { lockRecord, writes } from "@ops/platform/server";
import { getCar } from "@ops/vehicle/server";
import * as contract from "../../contract/index.ts";
import { intakeErrors, orderStates } from "../../contract/index.ts";
import { refuseHeld } from "../order/held.ts";
import { clearIssue } from "../order/issue.ts";
import { presentOrder } from "../order/present.ts";
import { orders } from "../order/tables.ts";
import { tellStage } from "./stage.ts";

/** Somebody sees the car at the store. Where vehicle knows it in another store, one of both is wrong. */
export const arriveOrder = writes(contract.arriveOrder, async (tx, { params, body: { version } }) => {
  const order = await lockRecord(tx, orders, params.id, version, presentOrder);
  refuseHeld(order);
  orderStates.next(order.state, "arrive");
  const car = await getCar(tx, order.carId ?? "");
  if (car?.placeKind === "STORE" && car.placeId !== order.deliveryStoreId) throw intakeErrors.wrongStore();
  const { order: arrived } = await tellStage(tx, order, "ARRIVED", tx.now);
  for (const code of ["CAR_ELSEWHERE", "CAR_RETURNED"]) await clearIssue(tx, { orderId: order.id, code });
  return presentOrder(tx, arrived);
});
