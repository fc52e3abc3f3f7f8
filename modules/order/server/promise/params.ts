import { paramsIn } from "@ops/platform/server";

const { number } = paramsIn("订单");

/** Days by which a customer may put the delivery off at once (OR-R6). */
export const mostDelayDays = number("order.promiseDelayDays", 180, [1, 730], "客户原因变更承诺最多可推迟的天数");
