import { event } from "@ops/platform/contract";
import { z } from "zod";

/** Money has arrived at the customer's. */
export const orderRefunded = event(
  "order.refunded",
  z.object({ orderId: z.string(), at: z.string(), refundId: z.string() }),
  ({ orderId }) => orderId,
);
