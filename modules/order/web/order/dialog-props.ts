import type { Order } from "@ops/order/contract";

/** A dialog about an order as the page shows it. */
export interface OfOrder {
  readonly order: Order;
  readonly onClose: () => void;
}

/** A dialog that loads its order anew, because what it asks depends on more than the page shows. */
export interface OfOrderId {
  readonly id: string;
  readonly onClose: () => void;
}
