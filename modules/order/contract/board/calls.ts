import { day, endpoint, oneOf, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { orderStates } from "../order/states.ts";
import { lateParties, stageAges } from "../order/views.ts";
import { ORDER_PAGE } from "../words.ts";

/** The board tells so many days, today being the last one. */
export const BOARD_DAYS = 30;
/** Cycles and hand-overs in time are those of so many days. */
export const DELIVERED_DAYS = 90;
/** Cohorts are the orders whose 大定 came in one of so many months, the running one being the last. */
export const COHORT_MONTHS = 6;

/** From the lock to the hand-over, step by step and as a whole. */
export const cycleSteps = {
  SCHEDULED: "锁单→排产",
  PRODUCED: "排产→下线",
  IN_TRANSIT: "下线→发运",
  ARRIVED: "发运→到店",
  DELIVERED: "到店→交付",
  WHOLE: "锁单→交付",
} as const;
export type CycleStep = keyof typeof cycleSteps;

const count = (label: string) => withMeta(z.int(), { label });
const named = (label: string) => withMeta(z.string(), { label });

/** Figures of the orders in the reader's scope. Each is the total of the list with the filters that it stands for. */
export const OrderStats = z.object({
  /** The day on which they were counted. */
  today: day.meta({ label: "统计日" }),
  days: z.array(
    z.object({ day: named("日期"), deposited: count("大定"), locked: count("锁单"), delivered: count("交付") }),
  ),
  /** Of the orders whose 大定 came in a month: how many are locked, and how many are cancelled. */
  cohorts: z.array(
    z.object({ month: named("月份"), deposited: count("大定"), locked: count("锁单"), cancelled: count("退订") }),
  ),
  /** Days of the orders that were handed over, by series and step. */
  cycles: z.array(
    z.object({
      seriesId: z.string(),
      seriesName: named("车系"),
      orders: count("交付"),
      steps: z.array(
        z.object({
          step: oneOf(cycleSteps).meta({ label: "环节" }),
          medianDays: withMeta(z.number(), { label: "中位数（天）" }),
          p90Days: withMeta(z.number(), { label: "P90（天）" }),
        }),
      ),
    }),
  ),
  /** Hand-overs until the promised day and later ones, by the store that handed over; those without a promise are left out. */
  onTime: z.array(
    z.object({ storeId: z.string(), storeName: named("交付门店"), onTime: count("准时"), late: count("超承诺") }),
  ),
  /** Orders that are not at their end, by state and days in it. */
  onHand: z.array(
    z.object({
      state: orderStates.schema.meta({ label: "状态" }),
      age: oneOf(stageAges).meta({ label: "停留" }),
      count: count("订单"),
    }),
  ),
  /** 已超承诺, by whoever has the order now. */
  past: z.array(z.object({ party: oneOf(lateParties).meta({ label: "责任方" }), count: count("订单") })),
});
export type OrderStats = z.output<typeof OrderStats>;

export const getOrderStats = endpoint({
  method: "GET",
  path: "/order/v1/stats",
  title: "订单统计",
  permission: "order:stat:view",
  page: ORDER_PAGE,
  answer: OrderStats,
});
