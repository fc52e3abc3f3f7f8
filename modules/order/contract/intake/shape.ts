import { shape, typedMoment, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { orderFrames } from "../words.ts";
import { orderEventStates, orderEventTypes } from "./states.ts";

/** Something that was told about an order, by another system or about its car. */
export const OrderEventShape = shape("orderEventIn", "接入事件", {
  /** Who told it: the account of the other system, or `vehicle`. Its numbers are unique for itself. */
  source: withMeta(z.string(), { label: "来源编号" }),
  sourceName: withMeta(z.string(), { label: "来源" }),
  eventId: withMeta(z.string(), { label: "事件号" }),
  type: z.string().trim().max(40).meta({ label: "事件", words: orderEventTypes }),
  orderNo: withMeta(z.string(), { label: "订单号" }),
  occurredAt: typedMoment("发生时间"),
  receivedAt: typedMoment("接收时间"),
  state: orderEventStates.schema,
  reason: withMeta(z.string().nullable(), { label: "原因" }),
});

export const OrderEvent = OrderEventShape.answer({
  orderId: withMeta(z.string().nullable(), { label: "订单" }),
  /** How many different bodies arrived under the same number. */
  conflictCount: withMeta(z.int(), { label: "冲突报文" }),
});
export type OrderEvent = z.output<typeof OrderEvent>;

/** What all calls of told events have in common. */
export const orderEventFrame = orderFrames("events", OrderEvent, {
  view: "order:event:list",
  edit: "order:event:replay",
});
