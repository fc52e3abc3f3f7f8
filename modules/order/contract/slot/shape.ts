import {
  DAYS_OF_WEEK,
  oneOf,
  ref,
  requiredText,
  shape,
  typedMoment,
  withMeta,
  workWindow,
} from "@ops/platform/contract";
import { StoreRef } from "@ops/store/contract";
import { z } from "zod";
import { parties } from "../words.ts";
import { appointmentStates } from "./states.ts";

/** So many days from today on can be booked (OR-R11). */
export const SLOT_DAYS = 28;
/** So often a customer may move appointments of an order. */
export const MOST_MOVES = 3;

const weekday = z
  .int("请选择星期")
  .min(0, "请选择星期")
  .max(DAYS_OF_WEEK - 1, "请选择星期");
const capacity = z.int("请填写1-50的容量").min(1, "请填写1-50的容量").max(50, "请填写1-50的容量");

/** One slot of a week; 0 is Monday. */
const weeklySlot = workWindow.safeExtend({
  weekday: weekday.meta({ label: "星期" }),
  capacity: capacity.meta({ label: "容量" }),
});
export type WeeklySlot = z.output<typeof weeklySlot>;

const byStart = (slots: readonly WeeklySlot[]): WeeklySlot[] =>
  slots.toSorted((a, b) => a.weekday - b.weekday || (a.from < b.from ? -1 : 1));

const overlap = (slots: readonly WeeklySlot[]): boolean =>
  byStart(slots).some(({ weekday: day, from }, at, all) => {
    const before = all[at - 1];
    return before?.weekday === day && from < before.until;
  });

/** When a store hands cars over in a week. The record has the id of the store. */
export const SlotRuleShape = shape("slotRule", "交付时段规则", {
  slots: z
    .array(weeklySlot)
    .max(140, "最多填写140个时段")
    .overwrite(byStart)
    .refine((slots) => !overlap(slots), "同一天的时段不能重叠")
    .meta({ label: "时段", examples: [[{ weekday: 0, from: "10:00", until: "11:00", capacity: 2 }]] }),
});

export const AppointmentShape = shape("deliveryAppointment", "交付预约", {
  orderId: withMeta(z.string(), { label: "订单" }),
  slotId: withMeta(z.string(), { label: "时段" }),
  storeId: ref(StoreRef, "交付门店"),
  startAt: typedMoment("预约时间"),
  endAt: typedMoment("结束时间"),
  state: appointmentStates.schema,
  customerMoves: withMeta(z.int(), { label: "客户改约次数" }),
  party: oneOf(parties).nullable().meta({ label: "责任方" }),
  reason: requiredText("原因", 200).nullable(),
});

export const Appointment = AppointmentShape.answer({ ...AppointmentShape.names("storeId") });
export type Appointment = z.output<typeof Appointment>;
