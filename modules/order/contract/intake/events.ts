import { event } from "@ops/platform/contract";
import { z } from "zod";

const told = z.object({ orderId: z.string(), at: z.string() });
const ofOrder = ({ orderId }: { orderId: string }) => orderId;

/** The car of the order is on its way. */
export const orderShipped = event("order.shipped", told, ofOrder);
/** The car of the order is at the store that hands it over. */
export const orderArrived = event("order.arrived", told.extend({ storeId: z.string() }), ofOrder);
