import type { Order } from "@ops/order/contract";

/** What dialogs call an order. */
export const orderNumber = ({ orderNo }: Pick<Order, "orderNo">) => orderNo;

/** Why acts have to wait while somebody holds the order; only cancelling and releasing do not. */
export const refuseHeld = ({ heldReason }: Pick<Order, "heldReason">) =>
  heldReason === null ? null : `订单已挂起（${heldReason}），请先解除挂起`;
