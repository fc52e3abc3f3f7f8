import { day, isDay, oneOf, recordId, shape, typedMoment } from "@ops/platform/contract";
import { z } from "zod";

export const grantSources = { DIRECT: "直接授予", POSITION: "职位带入", REQUEST: "申请" } as const;
const grantStates = { ACTIVE: "有效", EXPIRED: "已过期", REVOKED: "已收回" } as const;

export const RoleGrantShape = shape("roleGrant", "角色授予", {
  roleId: z.string(),
  source: oneOf(grantSources),
  validFrom: typedMoment("生效时间"),
  /** The instant at which it ends; null = without end. */
  validTo: typedMoment("有效期至").nullable(),
  reason: z.string().nullable().meta({ label: "授予原因" }),
  status: oneOf(grantStates).meta({ label: "授权状态" }),
});

/** One in force. */
export const RoleGrant = RoleGrantShape.answer({ roleName: z.string(), grantedByName: z.string() }).omit({
  status: true,
});
export type RoleGrant = z.output<typeof RoleGrant>;

export const membershipStates = { FUTURE: "未开始", EFFECTIVE: "在任", ENDED: "已结束" } as const;

export const MembershipShape = shape("membership", "任职", {
  userId: recordId,
  organizationId: z.uuid("请选择组织！").meta({ label: "组织" }),
  positionId: z.uuid("请选择职位！").meta({ label: "职位" }),
  startDate: z.string("请选择开始日期！").refine(isDay, "日期格式不正确").meta({ format: "date", label: "开始日期" }),
  endDate: day.nullable().meta({ label: "结束日期" }),
  isPrimary: z.boolean().meta({ label: "主任职" }),
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
  organizationName: z.string(),
  positionName: z.string(),
  /** The organisation is disabled: the membership sleeps (AU-R28). */
  isAsleep: z.boolean(),
  /** The reader may change memberships in this organisation. */
  isInReach: z.boolean(),
  /** Active ones that the reader may know of. */
  grants: z.array(RoleGrant),
  /** Active ones that the reader could not give and does not see (section 7). */
  otherGrants: z.int(),
});
export type Membership = z.output<typeof Membership>;
