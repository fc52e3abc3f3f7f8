import { PersonRef } from "@ops/authority/contract";
import { day, moment, oneOf, recordId, ref, requiredText, shape, typedMoment, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { StoreRef } from "../refs.ts";
import { dayWindows } from "../windows.ts";

/** The families of positions that take turns. */
export const dutyFamilies = { SALES: "销售", DELIVERY: "交付" } as const;
export type DutyFamily = keyof typeof dutyFamilies;

export const MOST_PAUSE_DAYS = 30;
export const MOST_WEEKS_AHEAD = 8;

export const DutyMemberShape = shape("dutyMember", "排班人员", {
  storeId: ref(StoreRef, "门店"),
  userId: ref(PersonRef, "人员"),
  /** Empty for somebody who could take part and does not, such as a 店长 whom nobody has ticked in. */
  families: z.array(oneOf(dutyFamilies, "请选择排班类型")).max(2).meta({ label: "排班类型", words: dutyFamilies }),
  weight: withMeta(z.int("权重须为1-10").min(1, "权重须为1-10").max(10, "权重须为1-10"), { label: "权重" }),
  pausedReason: requiredText("停派原因", 200).nullable(),
  pausedUntil: day.nullable().meta({ label: "停派至" }),
});

export const DutyMember = DutyMemberShape.answer({
  ...DutyMemberShape.names("userId"),
  isUsable: withMeta(z.boolean(), { label: "账号可用" }),
});
export type DutyMember = z.output<typeof DutyMember>;

export const shiftCodes = { A: "A", B: "B", C: "C", D: "D", E: "E", F: "F" } as const;
export type ShiftCode = keyof typeof shiftCodes;

/** 班次. */
export const DutyShift = z.strictObject({
  code: withMeta(oneOf(shiftCodes, "班次编码须为A-F"), { label: "班次", words: shiftCodes }),
  name: requiredText("班次名称", 8),
  windows: dayWindows.min(1, "请填写班次时段").meta({ label: "时段", examples: [[{ from: "10:00", until: "18:00" }]] }),
});
export type DutyShift = z.output<typeof DutyShift>;

export const dutyKinds = { SHIFT: "上班", REST: "休息", LEAVE: "请假" } as const;

/** What a person does on a day; the shift is named if it is a working day. */
export const DutyCell = z.strictObject({
  userId: recordId.meta({ label: "人员" }),
  day: day.meta({ label: "日期" }),
  kind: withMeta(oneOf(dutyKinds, "请选择排班"), { label: "排班", words: dutyKinds }),
  shiftCode: withMeta(oneOf(shiftCodes, "班次编码须为A-F").nullable(), { label: "班次", words: shiftCodes }),
});
export type DutyCell = z.output<typeof DutyCell>;

export const DutyDay = DutyCell.extend({ windows: dayWindows });
export type DutyDay = z.output<typeof DutyDay>;

export const DutyWeekShape = shape("dutyWeek", "排班", {
  storeId: ref(StoreRef, "门店"),
  monday: day.meta({ label: "周一" }),
  publishedAt: typedMoment("发布时间").nullable(),
});

/** A store's week: its cells, and the hours in which the store is open, Monday first. */
export const DutyRoster = z.object({
  storeId: z.string(),
  monday: withMeta(z.string(), { label: "周一" }),
  publishedAt: moment.nullable().meta({ label: "发布时间" }),
  days: z.array(DutyDay),
  open: z.array(dayWindows),
  version: withMeta(z.int().nullable(), { label: "版本号" }),
});
export type DutyRoster = z.output<typeof DutyRoster>;

/** A row of the file. */
export const DutyLine = z.object({
  storeCode: withMeta(z.string().nullable(), { label: "门店编码" }),
  storeName: withMeta(z.string(), { label: "门店" }),
  userName: withMeta(z.string(), { label: "姓名" }),
  day: day.meta({ label: "日期" }),
  kind: DutyCell.shape.kind,
  shiftName: withMeta(z.string(), { label: "班次" }),
  hours: withMeta(z.string(), { label: "时段" }),
  isPublished: withMeta(z.boolean(), { label: "已发布" }),
});
