import { callsOf, endpoint, flag, moment, typedMoment, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { OrderShape, orderFrame } from "../order/shape.ts";
import { orderStates } from "../order/states.ts";
import { Promised } from "../promise/calls.ts";
import { OrderEvent, OrderEventShape, orderEventFrame } from "./shape.ts";
import { orderEventStates } from "./states.ts";

const PAYLOAD_CHARACTERS = 8_000;

/** Signed calls of channels, the factory and lenders (OR-R14, docs/api-clients.md). A refused event stops no other. */
export const pushOrderEvents = endpoint({
  method: "POST",
  path: orderEventFrame.path,
  audit: "接入订单事件",
  permission: "order:event:push",
  requires: [],
  page: orderEventFrame.page,
  body: z.object({
    events: z
      .array(
        z.strictObject({
          eventId: z.string("事件号格式不正确").trim().min(1).max(64).meta({ label: "事件号" }),
          type: z.string("事件类型格式不正确").trim().min(1).max(40).meta({ label: "事件类型" }),
          orderNo: z.string("订单号格式不正确").trim().min(1).max(40).meta({ label: "订单号" }),
          occurredAt: typedMoment("事件时间"),
          payload: z
            .record(z.string().max(40), z.json())
            .refine((payload) => JSON.stringify(payload).length <= PAYLOAD_CHARACTERS, "事件内容过长")
            .meta({ label: "事件内容" }),
        }),
      )
      .min(1, "没有事件")
      .max(200, "一次最多200个事件")
      .meta({ label: "事件" }),
  }),
  answer: z.array(z.object({ eventId: z.string(), state: orderEventStates.schema, reason: z.string().nullable() })),
});

const calls = callsOf(OrderEventShape, orderEventFrame);

export const listOrderEvents = calls.list(
  OrderEventShape.query({
    is: ["state", "type", "orderNo"],
    within: ["occurredAt", "receivedAt"],
    sort: ["receivedAt", "occurredAt"],
    more: {
      /** Those that wait for somebody. */
      isOpen: withMeta(flag.optional(), { label: "待处理" }),
      isApplied: withMeta(flag.optional(), { label: "已应用" }),
    },
  }),
  "订单事件列表",
);

/** Tries a refused or waiting event again. */
export const replayOrderEvent = calls.on("replay", "重放订单事件", {}, {});

const orderCalls = callsOf(OrderShape, orderFrame);

/** Notes by hand that the car stands at the store that hands it over. */
export const arriveOrder = orderCalls.on("arrive", "登记到店", {}, { permission: "order:delivery:arrive" });

const Stage = z.object({
  no: z.int(),
  from: orderStates.schema.nullable().meta({ label: "原状态" }),
  to: orderStates.schema.meta({ label: "状态" }),
  at: moment.meta({ label: "时间" }),
  byName: withMeta(z.string(), { label: "操作人" }),
  via: z.enum(["DIRECT", "INFERRED"]),
});

/** The stages that the order went through, every word about its day of delivery and all that was told, the oldest first. */
export const getOrderHistory = orderCalls.part("history", "订单历程", {
  answer: z.object({
    stages: z.array(Stage).meta({ label: "阶段记录" }),
    promises: z.array(Promised).meta({ label: "承诺记录" }),
    events: z.array(OrderEvent).meta({ label: "接入事件" }),
  }),
});
