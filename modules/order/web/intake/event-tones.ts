import type { OrderEventState } from "@ops/order/contract";
import type { Tone } from "@ops/platform/web";

export const eventTones: Readonly<Record<OrderEventState, Tone>> = {
  APPLIED: "good",
  IGNORED: "neutral",
  WAITING: "active",
  FAILED: "bad",
};
