import { event } from "@ops/platform/contract";
import { z } from "zod";

/** Another word about the day of delivery; the number leads to it in the history. */
export const promiseChanged = event(
  "order.promiseChanged",
  z.object({ orderId: z.string(), at: z.string(), no: z.int() }),
  ({ orderId }) => orderId,
);
