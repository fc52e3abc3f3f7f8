import type { Order } from "@ops/order/contract";

/** The act behind what a lock still needs besides car and price; it is 编辑, at its last step. */
export const FILL_IN = "补充交付信息";

/** What dialogs call an order. */
export const orderNumber = ({ orderNo }: Pick<Order, "orderNo">) => orderNo;

/** Why acts have to wait while somebody holds the order; only cancelling and releasing do not. */
export const refuseHeld = ({ heldReason }: Pick<Order, "heldReason">) =>
  heldReason === null ? null : `订单已挂起（${heldReason}），请先解除挂起`;

/** Why what is decided about has to wait: one change of an order at a time (OR-R7). */
export const refuseChanging = ({ isChangeOpen }: Pick<Order, "isChangeOpen">) =>
  isChangeOpen ? "已有进行中的变更" : null;

/** Why an act has to wait while the order is held or a change of it is decided about. */
export const refuseBusy = (order: Pick<Order, "heldReason" | "isChangeOpen">) =>
  refuseHeld(order) ?? refuseChanging(order);
