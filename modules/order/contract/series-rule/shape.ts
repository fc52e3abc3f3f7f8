import { createdAt, day, fen, ref, shape, updatedAt, withMeta } from "@ops/platform/contract";
import { SeriesRef } from "@ops/vehicle/contract";
import { z } from "zod";
import { orderFrames } from "../words.ts";

const MOST_DAYS = 730;
const days = (label: string) =>
  z
    .int(`请输入${label}`)
    .min(1, `${label}须为1–${MOST_DAYS}天`)
    .max(MOST_DAYS, `${label}须为1–${MOST_DAYS}天`)
    .meta({ label });
const deposit = (label: string) => fen.min(1, `${label}须大于0`).meta({ label });

/** Days after the lock by which a stage is planned (OR-R19). */
const Offsets = z.strictObject({
  scheduled: days("排产"),
  produced: days("下线"),
  shipped: days("发运"),
  arrived: days("到店"),
  delivered: days("交付"),
});
export type Offsets = z.output<typeof Offsets>;

export const SeriesRuleShape = shape("seriesRule", "车系规则", {
  seriesId: ref(SeriesRef, "车系"),
  smallFen: deposit("小定"),
  bigFen: deposit("大定"),
  /** The last day on which 小定 becomes 大定; afterwards it is paid back. */
  smallEndsOn: day.nullable().default(null).meta({ label: "小定截止日" }),
  cycleMinDays: days("最短周期"),
  cycleMaxDays: days("最长周期"),
  offsets: Offsets.meta({ label: "阶段天数" }),
  validFrom: day.meta({ label: "开始日期" }),
  validTo: day.nullable().default(null).meta({ label: "结束日期" }),
});

export const SeriesRule = SeriesRuleShape.answer({
  ...SeriesRuleShape.names("seriesId"),
  /** Has begun, so that only its end may change. */
  isStarted: withMeta(z.boolean(), { label: "已生效" }),
  createdAt,
  updatedAt,
});
export type SeriesRule = z.output<typeof SeriesRule>;

/** What all calls of series rules have in common. */
export const seriesRuleFrame = orderFrames("series-rules", SeriesRule, {
  view: "order:rule:list",
  edit: "order:rule:edit",
});
