import { paramsIn } from "@ops/platform/server";

const { number } = paramsIn("订单");

/** Hours in which a hand-over may be taken back. */
export const revertHours = number("order.revertHours", 24, [1, 168], "交付后可撤销的小时数");
