import { event } from "@ops/platform/contract";
import { z } from "zod";

/** The invoice of the order was issued. */
export const orderInvoiced = event(
  "order.invoiced",
  z.object({ orderId: z.string(), at: z.string(), invoiceId: z.string() }),
  ({ orderId }) => orderId,
);
