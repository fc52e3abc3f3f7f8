import { day, oneOf, ref, requiredText, shape, updatedAt, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { positionCode } from "../position/shape.ts";
import { StoreRef } from "../refs.ts";
import { StoreShape } from "../site/shape.ts";

const { storeType, storeLevel } = StoreShape.required("storeType", "storeLevel");

export const MOST_QUOTA = 200;
/** How far ahead the steps of a cell are shown. */
export const STEP_DAYS = 180;
/** How many days ago a quota may begin at the earliest. */
export const EARLIEST_DAYS = 30;

export const quota = withMeta(z.int("编制须为0-200").min(0, "编制须为0-200").max(MOST_QUOTA, "编制须为0-200"), {
  label: "编制",
});
export const quotaSources = { TEMPLATE: "模板", MANUAL: "手工", IMPORT: "导入", ADOPTED: "接管" } as const;

export const HeadcountQuotaShape = shape("headcountQuota", "编制", {
  storeId: ref(StoreRef, "门店"),
  positionCode,
  effectiveFrom: day.meta({ label: "生效日期" }),
  quota,
  source: withMeta(oneOf(quotaSources), { label: "来源", words: quotaSources }),
  reason: requiredText("原因", 200).nullable(),
});

/** A row of 变更记录. */
export const HeadcountQuota = HeadcountQuotaShape.answer({
  ...HeadcountQuotaShape.names("storeId"),
  positionName: withMeta(z.string(), { label: "岗位" }),
  updatedByName: withMeta(z.string(), { label: "操作人" }),
  updatedAt,
});
export type HeadcountQuota = z.output<typeof HeadcountQuota>;

export const HeadcountTemplateShape = shape("headcountTemplate", "编制模板", {
  storeType,
  storeLevel,
  positionCode,
  quota,
  minOpen: withMeta(z.int("开业最低人数格式不正确").min(0).max(MOST_QUOTA), { label: "开业最低人数" }),
});

export const HeadcountTemplate = HeadcountTemplateShape.answer({
  positionName: withMeta(z.string(), { label: "岗位" }),
});
export type HeadcountTemplate = z.output<typeof HeadcountTemplate>;

export const SeatNumbers = z.object({
  quota: withMeta(z.int(), { label: "编制" }),
  occupied: withMeta(z.int(), { label: "占用" }),
  reserved: withMeta(z.int(), { label: "预占" }),
  vacancy: withMeta(z.int(), { label: "缺编" }),
});

/** A store in the grid, with the cells that exist on the day. */
export const HeadcountRow = z.object({
  id: z.string(),
  storeCode: withMeta(z.string().nullable(), { label: "门店编码" }),
  name: withMeta(z.string(), { label: "门店" }),
  storeType,
  storeLevel,
  cells: z.array(SeatNumbers.extend({ positionCode: z.string() })),
});
export type HeadcountRow = z.output<typeof HeadcountRow>;

/** The same as the sheet has it: one row per cell. */
export const HeadcountLine = SeatNumbers.extend({
  storeCode: withMeta(z.string().nullable(), { label: "门店编码" }),
  storeName: withMeta(z.string(), { label: "门店" }),
  positionCode: withMeta(z.string(), { label: "岗位编码" }),
  positionName: withMeta(z.string(), { label: "岗位" }),
  day: day.meta({ label: "日期" }),
});
