import { event } from "@ops/platform/contract";
import { z } from "zod";

/** The price of a locked order was corrected. */
export const priceCorrected = event(
  "order.priceCorrected",
  z.object({ orderId: z.string(), at: z.string() }),
  ({ orderId }) => orderId,
);
