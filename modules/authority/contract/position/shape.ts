import { pointer, requiredText, shape, switchStates, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { organizationType } from "../organization/shape.ts";
import { RoleRef } from "../refs.ts";

export const positionStates = switchStates("AUTHORITY", "职位");

export const PositionShape = shape("position", "职位", {
  code: z
    .string("请输入职位编码！")
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9_-]{1,29}$/, "职位编码为2–30位字母、数字、横线或下划线，以字母开头")
    .meta({ label: "职位编码" }),
  name: requiredText("职位名称", 40),
  /** The types of organisations where the position may be held; an empty list means all. */
  orgTypes: z.array(organizationType).max(8).meta({ label: "适用组织类型" }),
  defaultRoleIds: z.array(pointer(RoleRef, "默认角色")).max(20, "默认角色最多20个"),
  rank: z.int("职级格式不正确").min(0).max(999).meta({ label: "职级" }),
  status: positionStates.schema,
});

export const Position = PositionShape.answer({
  defaultRoleNames: z.array(z.string()).meta({ label: "默认角色" }),
  /** The number of people who have it now. */
  holders: withMeta(z.int(), { label: "在任" }),
});
export type Position = z.output<typeof Position>;
