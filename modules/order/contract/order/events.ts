import { event } from "@ops/platform/contract";
import { z } from "zod";

const told = z.object({ orderId: z.string(), at: z.string() });
const ofOrder = ({ orderId }: { orderId: string }) => orderId;

/** An order was placed. */
export const orderCreated = event("order.created", told.extend({ clueId: z.string().nullable() }), ofOrder);
/** 小定 or 大定 is paid. */
export const orderDeposited = event("order.deposited", told.extend({ kind: z.enum(["SMALL", "BIG"]) }), ofOrder);
/** An order that nobody paid was closed. */
export const orderClosed = event("order.closed", told, ofOrder);
/** Another store hands the car over. */
export const deliveryStoreChanged = event(
  "order.deliveryStoreChanged",
  told.extend({ fromStoreId: z.string().nullable(), storeId: z.string() }),
  ofOrder,
);
