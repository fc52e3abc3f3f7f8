import { day, dictCode, oneOf, ref, requiredText, shape, updatedAt, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { positionCode } from "../position/shape.ts";
import { StoreRef } from "../refs.ts";
import { storeLevels } from "../site/words.ts";
import { StaffRef } from "../staff/ref.ts";

export const trainingForms = { ONLINE: "线上", OFFLINE: "线下", MENTOR: "带教" } as const;
export const trainingSources = { MANUAL: "手工登记", IMPORT: "导入" } as const;

const courseCode = z
  .string("请输入课程编码！")
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,30}$/, "课程编码只能包含字母、数字、下划线和短横线，最多30位")
  .meta({ label: "课程编码" });

export const trainingScore = z.int("成绩须为0-100").min(0, "成绩须为0-100").max(100, "成绩须为0-100");
export const trainingHours = z.number("学时须为0-1000").min(0, "学时须为0-1000").max(1000, "学时须为0-1000");

export const TrainingShape = shape("trainingRecord", "培训记录", {
  staffId: ref(StaffRef, "人员"),
  storeId: ref(StoreRef, "门店"),
  courseCode,
  courseName: requiredText("课程名称", 60),
  trainedOn: day.meta({ label: "培训日期" }),
  form: oneOf(trainingForms, "请选择培训形式！").meta({ label: "形式" }),
  hours: trainingHours.nullable().default(null).meta({ label: "学时" }),
  score: trainingScore.nullable().default(null).meta({ label: "成绩" }),
  isPassed: z.boolean("请选择是否通过！").meta({ label: "通过" }),
  expireOn: day.nullable().default(null).meta({ label: "到期日期" }),
  source: oneOf(trainingSources).meta({ label: "来源" }),
});

export const Training = TrainingShape.answer({
  ...TrainingShape.names("staffId", "storeId"),
  staffNo: withMeta(z.string().nullable(), { label: "工号" }),
  positionName: withMeta(z.string(), { label: "岗位" }),
  updatedAt,
});
export type Training = z.output<typeof Training>;

const most = (label: string, max: number) => {
  const told = `${label}须为0-${max}的整数`;
  return z.int(told).min(0, told).max(max, told).meta({ label });
};

export const TrainStandardShape = shape("trainStandard", "培训标准", {
  storeType: dictCode("store_type", "门店类型"),
  storeLevel: oneOf(storeLevels, "请选择门店等级！").meta({ label: "门店等级" }),
  positionCode,
  minHeads: most("最少认证人数", 200),
  courseCodes: z.array(courseCode).max(30, "课程最多30门").default([]).meta({ label: "课程" }),
  minCertPct: most("最低认证率", 100),
  leadDays: most("提前天数", 180),
});

export const TrainStandard = TrainStandardShape.answer({ positionName: withMeta(z.string(), { label: "岗位" }) });
export type TrainStandard = z.output<typeof TrainStandard>;

/** The result of a person in a course, as the matrix of a store shows it. */
export const courseResults = { PASSED: "通过", FAILED: "未通过", EXPIRED: "过期", MISSING: "缺" } as const;
export type CourseResult = keyof typeof courseResults;

interface TakenCourse {
  readonly isPassed: boolean;
  readonly expireOn: string | null;
}

/** What the latest record of a course says on a day. */
export function courseResultOf(latest: TakenCourse | undefined, today: string): CourseResult {
  if (!latest) return "MISSING";
  if (!latest.isPassed) return "FAILED";
  return latest.expireOn !== null && latest.expireOn < today ? "EXPIRED" : "PASSED";
}

export const TrainingMatrix = z.object({
  courses: z.array(
    z.object({
      courseCode: withMeta(z.string(), { label: "课程编码" }),
      courseName: withMeta(z.string(), { label: "课程名称" }),
    }),
  ),
  people: z.array(
    z.object({
      staffId: z.string(),
      staffNo: withMeta(z.string().nullable(), { label: "工号" }),
      name: withMeta(z.string(), { label: "姓名" }),
      positionName: withMeta(z.string(), { label: "岗位" }),
      /** One result per course, in their order. */
      results: z.array(oneOf(courseResults)).meta({ label: "结果" }),
    }),
  ),
});
export type TrainingMatrix = z.output<typeof TrainingMatrix>;
