import { event } from "@ops/platform/contract";
import { z } from "zod";

/** Somebody else buys the car. */
export const buyerChanged = event(
  "order.buyerChanged",
  z.object({ orderId: z.string(), at: z.string(), fromCustomerId: z.string(), customerId: z.string() }),
  ({ orderId }) => orderId,
);
