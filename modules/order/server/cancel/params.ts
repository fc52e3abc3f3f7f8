import { paramsIn } from "@ops/platform/server";

const { number } = paramsIn("订单");

/** Days after 大定 in which a cancellation is done at once (OR-R8). */
export const freeDays = number("order.cancelFreeDays", 7, [0, 90], "大定后无需审批即可退订的天数");
/** Days after the promise from which on a cancellation is the brand's doing. */
export const lateDays = number("order.cancelLateDays", 30, [0, 365], "超过承诺交付日多少天后退订责任归品牌");
/** What the papers for the registration cost when the car was ready. */
export const papersFen = number("order.cancelPapersFen", 50_000, [0, 10_000_000], "待交付退订扣除的上牌资料费（分）");

export const cancelParams = [freeDays, lateDays, papersFen];
