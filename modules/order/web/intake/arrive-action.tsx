import { arriveOrder, type Order, orderStates } from "@ops/order/contract";
import { type DetailAction, sendOnce } from "@ops/platform/web";
import { refuseHeld } from "../order/acting.ts";

/** 登记到店 by somebody who sees the car at the store, where nobody else has told it (OR-R14). */
export const arriveAction: DetailAction<Order> = {
  label: "登记到店",
  needs: arriveOrder,
  when: ({ state }) => orderStates.can(state, "arrive"),
  refuse: refuseHeld,
  confirm: ({ orderNo, vin, deliveryStoreName }) =>
    `订单${orderNo}的车辆${vin ?? ""}已到${deliveryStoreName ?? "交付门店"}，登记到店？`,
  run: ({ id, version }) => sendOnce(arriveOrder, { params: { id }, body: { version } }, "已登记到店！"),
};
