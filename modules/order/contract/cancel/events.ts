import { event } from "@ops/platform/contract";
import { z } from "zod";
import { orderStates } from "../order/states.ts";

/** The order is cancelled: its car is free and what is left of the money goes back. */
export const orderCancelled = event(
  "order.cancelled",
  z.object({
    orderId: z.string(),
    at: z.string(),
    party: z.enum(["CUSTOMER", "BRAND"]),
    fromStatus: z.enum(orderStates.schema.options),
  }),
  ({ orderId }) => orderId,
);
