import { event } from "@ops/platform/contract";
import { z } from "zod";

/** The name, phone or identity of a customer has changed. */
export const customerChanged = event(
  "customer.changed",
  z.object({ customerId: z.string(), at: z.string() }),
  ({ customerId }) => customerId,
);
