import type { OrderStatus } from "@ops/order/contract";
import type { Tone } from "@ops/platform/web";

/** Colours of states: what waits for the customer, what is under way, what is at its end. */
export const orderTones: Readonly<Record<OrderStatus, Tone>> = {
  UNPAID: "warn",
  SMALL: "neutral",
  BIG: "neutral",
  LOCKED: "active",
  SCHEDULED: "active",
  PRODUCED: "active",
  IN_TRANSIT: "active",
  ARRIVED: "active",
  READY: "active",
  DELIVERED: "good",
  CANCEL_REVIEW: "warn",
  CANCELLED: "bad",
  CLOSED: "off",
};
