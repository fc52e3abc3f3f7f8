import { addDays } from "@ops/platform/contract";
import { paramsIn, type Tx } from "@ops/platform/server";

const { number, text } = paramsIn("订单");
const HOUR = 3_600_000;
/** The states of an order that is locked and whose car is not at the store. */
export const BEFORE_ARRIVAL = ["LOCKED", "SCHEDULED", "PRODUCED", "IN_TRANSIT"] as const;

/** Minutes in which an order of a channel must be paid (closeUnpaid). */
export const appMinutes = number("order.closeAppMinutes", 30, [1, 10_080], "APP 与小程序订单未支付自动关闭的分钟数");
/** Hours in which an order of a store must be paid. */
export const storeHours = number("order.closeStoreHours", 24, [1, 720], "门店与伙伴订单未支付自动关闭的小时数");

/** Days before the promise from which on an order is near it (OR-R15). */
export const nearDays = number("order.nearDays", 7, [1, 60], "临近承诺的天数");
/** The day from which on the promise of an order is near; null without one, and once the car is there. */
export function nearFrom(
  tx: Pick<Tx, "param">,
  { state, promiseEffective }: { readonly state: string; readonly promiseEffective: string | null },
): string | null {
  const isAwaited = BEFORE_ARRIVAL.some((one) => one === state);
  return promiseEffective !== null && isAwaited ? addDays(promiseEffective, -tx.param(nearDays)) : null;
}
/** Hours after which an unpaid order of a store stands out. */
export const unpaidHours = number("order.agedUnpaidHours", 2, [1, 168], "门店订单待支付超时的小时数");
/** Days after which an order stands in its stage for too long; of one in transport, days after the expected one. */
export const agedDays = {
  big: number("order.agedBigDays", 15, [1, 365], "已大定停留超时的天数"),
  locked: number("order.agedLockedDays", 10, [1, 365], "已锁单停留超时的天数"),
  produced: number("order.agedProducedDays", 5, [1, 365], "已下线停留超时的天数"),
  arrived: number("order.agedArrivedDays", 3, [1, 365], "已到店未预约停留超时的天数"),
  inTransit: number("order.agedTransitDays", 3, [1, 365], "运输中超过预计交付的天数"),
};

/** Hours in which a hand-over may be taken back (OR-R12). */
export const revertHours = number("order.revertHours", 24, [1, 168], "交付后可撤销的小时数");
/** Until when the hand-over of an order may be taken back; null before it. */
export const revertUntil = (tx: Pick<Tx, "param">, { deliveredAt }: { readonly deliveredAt: Date | null }) =>
  deliveredAt && new Date(deliveredAt.getTime() + tx.param(revertHours) * HOUR);

/** The code of the market type of orders that name none: 国内零售. */
export const usualMarketType = text("order.marketType", "RETAIL", "订单默认的市场类型编码");

export const orderParams = [usualMarketType, appMinutes, storeHours, nearDays, unpaidHours, ...Object.values(agedDays)];
