import { callsOf, day, moment, oneOf, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { OrderShape, orderFrame } from "../order/shape.ts";
import { orderStates } from "../order/states.ts";
import { dayParties, lateParties } from "../order/views.ts";

const PlannedStage = z.object({
  stage: orderStates.schema.meta({ label: "阶段" }),
  plannedOn: withMeta(day.nullable(), { label: "计划日" }),
  at: moment.nullable().meta({ label: "实际时间" }),
  /** Days after the planned one, counted until today for a stage that is not reached; null if it is in time. */
  lateDays: withMeta(z.int().nullable(), { label: "延误天数" }),
  /** It was reached after the promise, or is not reached though the promise has passed. */
  isPastPromise: withMeta(z.boolean(), { label: "已超承诺" }),
  party: oneOf(lateParties).meta({ label: "责任方" }),
});
export type PlannedStage = z.output<typeof PlannedStage>;

/** When each stage was planned and reached, whose the days after the promise are, and what the customer may be told. */
export const getOrderPlan = callsOf(OrderShape, orderFrame).part("plan", "订单计划", {
  answer: z.object({
    stages: z.array(PlannedStage).meta({ label: "阶段计划" }),
    /** Days after the promise by whoever they belong to (OR-R19). */
    late: z
      .array(
        z.object({ party: oneOf(dayParties).meta({ label: "责任方" }), days: withMeta(z.int(), { label: "天数" }) }),
      )
      .meta({ label: "超承诺" }),
    /** OR-R20: words to copy, without notes, people of the house and prices. */
    words: withMeta(z.string(), { label: "给客户的说明" }),
  }),
});
