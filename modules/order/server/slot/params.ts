import { paramsIn } from "@ops/platform/server";

const { number } = paramsIn("订单");

/** Minutes after the start of an appointment after which a customer who was not seen has missed it (OR-R11). */
export const noShowMinutes = number("order.noShowMinutes", 60, [5, 1_440], "预约开始后未现场核验视为未到店的分钟数");
