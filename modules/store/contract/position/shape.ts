import { dictCode, shape, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { InterviewRound, interviewRounds } from "./rounds.ts";

/** The families of positions that the rules name; operators may add others to the dictionary. */
export const postFamilies = {
  MANAGE: "管理",
  SALES: "销售",
  DELIVERY: "交付",
  SERVICE: "服务",
  TECH: "技术",
  SUPPORT: "职能",
} as const;

/** The code of a position, as authority writes codes. */
export const positionCode = z
  .string("请选择岗位！")
  .trim()
  .min(1, "请选择岗位！")
  .regex(/^[A-Za-z][A-Za-z0-9_-]{1,29}$/, "岗位编码格式不正确")
  .meta({ label: "岗位编码" });

export const StorePositionShape = shape("storePosition", "岗位设置", {
  positionCode,
  family: dictCode("store_post_family", "岗位族"),
  sort: withMeta(z.int("排序格式不正确").min(0).max(9999), { label: "排序" }),
  isShown: withMeta(z.boolean("请选择是否启用"), { label: "门店启用" }),
  /** Whoever holds the position needs its certificate (ST-R13). */
  isCertRequired: withMeta(z.boolean("请选择是否须认证"), { label: "须认证" }),
  interviewRounds,
});

/** A position of 组织管理 that fits stores, and how stores use it; without a family nobody has set it up yet. */
export const StorePosition = z.object({
  positionCode: withMeta(z.string(), { label: "岗位编码" }),
  name: withMeta(z.string(), { label: "岗位" }),
  isEnabled: withMeta(z.boolean(), { label: "职位启用" }),
  orgTypes: z.array(z.string()),
  family: withMeta(z.string().nullable(), { label: "岗位族", dict: "store_post_family" }),
  sort: withMeta(z.int(), { label: "排序" }),
  isShown: withMeta(z.boolean(), { label: "门店启用" }),
  isCertRequired: withMeta(z.boolean(), { label: "须认证" }),
  interviewRounds: z.array(InterviewRound).meta({ label: "面试轮次" }),
  roleNames: withMeta(z.array(z.string()), { label: "默认角色" }),
  /** People in post in the stores that the reader sees, own ones and partners'. */
  heads: withMeta(z.int(), { label: "在岗总数" }),
  version: withMeta(z.int().nullable(), { label: "版本号" }),
});
export type StorePosition = z.output<typeof StorePosition>;
