import { event } from "@ops/platform/contract";
import { z } from "zod";

const told = z.object({ orderId: z.string(), at: z.string() });
const ofOrder = ({ orderId }: { orderId: string }) => orderId;

/** The factory has planned the car of the order. */
export const orderScheduled = event("order.scheduled", told, ofOrder);
/** The order has its car, built for it or taken from stock. */
export const vinBound = event(
  "order.vinBound",
  told.extend({ carId: z.string(), path: z.enum(["BUILD", "LIGHTNING"]) }),
  ofOrder,
);
/** The order has another car. */
export const vinChanged = event("order.vinChanged", told.extend({ fromCarId: z.string(), carId: z.string() }), ofOrder);
