import { isLive, type Order } from "@ops/order/contract";
import { daysApart } from "@ops/platform/contract";

interface PromiseLeft {
  readonly text: string;
  readonly tone: "calm" | "near" | "late";
}

/** Tells how many days are left until the promise of an order that is not at its end; null where nothing is promised. */
export function leftOf(
  { state, promiseEffective, nearFrom }: Pick<Order, "state" | "promiseEffective" | "nearFrom">,
  today: string,
): PromiseLeft | null {
  if (promiseEffective === null || !isLive(state)) return null;
  const days = daysApart(today, promiseEffective);
  if (days < 0) return { text: `超${-days}天`, tone: "late" };
  const isNear = nearFrom !== null && nearFrom <= today;
  return { text: days === 0 ? "今天" : `剩${days}天`, tone: isNear ? "near" : "calm" };
}
