import { event } from "@ops/platform/contract";
import { z } from "zod";

/** The customer comes at another time; who asked for it is told, because subsidies depend on it. */
export const appointmentMoved = event(
  "order.appointmentMoved",
  z.object({
    orderId: z.string(),
    at: z.string(),
    fromAt: z.string(),
    toAt: z.string(),
    party: z.enum(["CUSTOMER", "BRAND"]),
  }),
  ({ orderId }) => orderId,
);
