import { paramsIn } from "@ops/platform/server";

const { number } = paramsIn("订单");

/** Minutes in which an order of a channel must be paid (closeUnpaid). */
export const appMinutes = number("order.closeAppMinutes", 30, [1, 10_080], "APP 与小程序订单未支付自动关闭的分钟数");
/** Hours in which an order of a store must be paid. */
export const storeHours = number("order.closeStoreHours", 24, [1, 720], "门店与伙伴订单未支付自动关闭的小时数");

export const orderParams = [appMinutes, storeHours];
