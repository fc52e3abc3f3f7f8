import { event } from "@ops/platform/contract";
import { z } from "zod";

const told = z.object({ orderId: z.string(), at: z.string() });
const ofOrder = ({ orderId }: { orderId: string }) => orderId;

/** The car is the customer's. */
export const orderDelivered = event("order.delivered", told.extend({ carId: z.string() }), ofOrder);
/** The hand-over did not happen after all. */
export const deliveryReverted = event("order.deliveryReverted", told, ofOrder);
