import { event } from "@ops/platform/contract";
import { z } from "zod";

const told = z.object({ orderId: z.string(), at: z.string() });
const ofOrder = ({ orderId }: { orderId: string }) => orderId;

/** The customer has locked the order: choice and price stay, and the promise counts. */
export const orderLocked = event("order.locked", told, ofOrder);
/** Headquarters has taken the lock back. */
export const orderUnlocked = event("order.unlocked", told, ofOrder);
/** Another butler looks after a locked order. */
export const butlerChanged = event(
  "order.butlerChanged",
  told.extend({ fromUserId: z.string().nullable(), userId: z.string().nullable() }),
  ofOrder,
);
