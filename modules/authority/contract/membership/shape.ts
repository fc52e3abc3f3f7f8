import { day, isDay, oneOf, recordId, ref, shape, typedMoment, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { PositionRef } from "../refs.ts";
import { grantSources } from "../role/shape.ts";

const grantStates = { ACTIVE: "有效", EXPIRED: "已过期", REVOKED: "已收回" } as const;

export const RoleGrantShape = shape("roleGrant", "角色授予", {
  roleId: z.string(),
  source: oneOf(grantSources).meta({ label: "来源" }),
  validFrom: typedMoment("生效时间"),
  /** The time at which the grant ends; null if it has no end. */
  validTo: typedMoment("有效期至").nullable(),
  reason: withMeta(z.string().nullable(), { label: "授予原因" }),
  status: oneOf(grantStates).meta({ label: "授权状态" }),
});

/** A grant that is in force. */
export const RoleGrant = RoleGrantShape.answer({
  roleName: withMeta(z.string(), { label: "角色" }),
  grantedByName: withMeta(z.string(), { label: "授予人" }),
}).omit({
  status: true,
});
export type RoleGrant = z.output<typeof RoleGrant>;

export const membershipStates = { FUTURE: "未开始", EFFECTIVE: "在任", ENDED: "已结束" } as const;

export const MembershipShape = shape("membership", "任职", {
  userId: recordId,
  organizationId: z.uuid("请选择组织！").meta({ label: "组织" }),
  positionId: ref(PositionRef, "职位", { checkedBy: "service" }),
  startDate: z.string("请选择开始日期！").refine(isDay, "日期格式不正确").meta({ format: "date", label: "开始日期" }),
  endDate: withMeta(day.nullable(), { label: "结束日期" }),
  isPrimary: withMeta(z.boolean(), { label: "主任职" }),
  status: oneOf(membershipStates).meta({ label: "任职状态" }),
});
export const membershipFields = MembershipShape.pick(
  "organizationId",
  "positionId",
  "startDate",
  "endDate",
  "isPrimary",
);

export const Membership = MembershipShape.answer({
  organizationName: withMeta(z.string(), { label: "组织" }),
  positionName: withMeta(z.string(), { label: "职位" }),
  /** Whether the organisation is disabled, so that the membership has no effect (AU-R28). */
  isAsleep: z.boolean(),
  /** Whether the reader may change memberships in this organisation. */
  isInReach: z.boolean(),
  /** Active grants that the reader may see. */
  grants: z.array(RoleGrant).meta({ label: "角色" }),
  /** How many active grants the reader does not see, because the reader could not grant them (section 7). */
  otherGrants: z.int(),
});
export type Membership = z.output<typeof Membership>;
