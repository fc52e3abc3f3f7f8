import {
  callsOf,
  endpoint,
  moment,
  oneOf,
  reason,
  recordId,
  ref,
  requiredText,
  typedMoment,
  version,
  withMeta,
} from "@ops/platform/contract";
import { StoreRef } from "@ops/store/contract";
import { z } from "zod";
import { OrderShape, orderFrame } from "../order/shape.ts";
import { ORDER_PAGE, parties } from "../words.ts";
import { SlotRuleShape } from "./shape.ts";

const Slot = z.object({
  startAt: moment.meta({ label: "开始时间" }),
  endAt: moment.meta({ label: "结束时间" }),
  capacity: withMeta(z.int(), { label: "容量" }),
  booked: withMeta(z.int(), { label: "已约" }),
  /** How many may still be booked; what is booked beside the rule counts nothing here. */
  left: withMeta(z.int(), { label: "余位" }),
});
export type Slot = z.output<typeof Slot>;

/** The slots of a store with the rule behind them. A store without a rule offers none. */
const StoreSlots = z.object({
  storeId: withMeta(z.string().nullable(), { label: "门店" }),
  rules: SlotRuleShape.fields.slots,
  /** Null for a store without a rule. */
  version: withMeta(z.int().nullable(), { label: "版本号" }),
  slots: z.array(Slot).meta({ label: "时段" }),
});
export type StoreSlots = z.output<typeof StoreSlots>;

/** The slots of a store from now on, by the store or by an order that is handed over there. */
export const listSlots = endpoint({
  method: "GET",
  path: "/order/v1/slots",
  title: "交付时段",
  permission: "order:delivery:list",
  page: ORDER_PAGE,
  query: z
    .object({
      storeId: ref(StoreRef, "门店").optional(),
      orderId: recordId.optional().meta({ label: "订单" }),
    })
    .refine(({ storeId, orderId }) => (storeId === undefined) !== (orderId === undefined), "请选择门店或订单"),
  answer: StoreSlots,
});

/** Saves all slots of a week of a store, named as they are answered. What is booked already stays. */
export const saveSlotRules = endpoint({
  method: "PUT",
  path: "/order/v1/slot-rules/{storeId}",
  audit: "保存交付时段规则",
  permission: "order:slot:edit",
  requires: ["order:delivery:list"],
  page: ORDER_PAGE,
  params: z.object({ storeId: recordId }),
  body: z.strictObject({ rules: SlotRuleShape.fields.slots, version: version.nullable() }),
  answer: StoreSlots,
});

const calls = callsOf(OrderShape, orderFrame);
const book = "order:delivery:book";
const party = oneOf(parties, "请选择责任方").meta({ label: "责任方" });

/** Books a slot of the delivering store, or moves to it, then with the party that asked for it and why (OR-R11). */
export const bookAppointment = calls.on(
  "appointment",
  "预约交付",
  {
    startAt: typedMoment("预约时间"),
    party: party.nullable().default(null),
    reason: requiredText("原因", 200).nullable().default(null),
  },
  { permission: book },
);

export const cancelAppointment = calls.on(
  "appointment/cancel",
  "取消交付预约",
  { party, reason },
  { permission: book },
);
