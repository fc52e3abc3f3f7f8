import { paramsIn } from "@ops/platform/server";

const { number } = paramsIn("订单");

/** Hours that an event waits for its order (OR-R14). */
export const waitingHours = number("order.eventWaitingHours", 72, [1, 720], "接入事件等待订单的小时数");
/** Days for which the bodies of events are kept. */
export const keepDays = number("order.eventKeepDays", 180, [7, 3650], "接入事件报文保留的天数");

export const intakeParams = [waitingHours, keepDays];
