import { holdOrder, type Order, orderStates, releaseOrder, scheduleOrder, unlockOrder } from "@ops/order/contract";
import { type DetailAction, formAction } from "@ops/platform/web";
import { orderNumber, refuseHeld } from "./order/acting.ts";

/** The acts on an order, in the list and in its drawer, the most usual first. Higher rooms add theirs here. */
export const orderActions: readonly DetailAction<Order>[] = [
  formAction({
    label: "登记排产",
    needs: scheduleOrder,
    when: ({ state, path }: Order) => orderStates.can(state, "schedule") && path === "BUILD",
    refuse: refuseHeld,
    number: orderNumber,
    okText: "登记",
    done: "已登记排产！",
  }),
  formAction({
    label: "挂起",
    needs: holdOrder,
    when: ({ state, heldReason }: Order) => orderStates.can(state, "hold") && heldReason === null,
    number: orderNumber,
    okText: "挂起",
    done: "订单已挂起！",
  }),
  formAction({
    label: "解除挂起",
    needs: releaseOrder,
    when: ({ heldReason }: Order) => heldReason !== null,
    number: orderNumber,
    okText: "解除挂起",
    done: "已解除挂起！",
  }),
  formAction({
    label: "解锁",
    needs: unlockOrder,
    when: ({ state }: Order) => orderStates.can(state, "unlock"),
    refuse: refuseHeld,
    danger: true,
    number: orderNumber,
    okText: "解锁",
    done: "订单已解锁！",
  }),
];
