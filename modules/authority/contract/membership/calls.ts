import {
  businessErrors,
  day,
  endpoint,
  idParams,
  isDay,
  moment,
  reason,
  reasonBody,
  recordId,
  version,
} from "@ops/platform/contract";
import { z } from "zod";

export const membershipStates = { FUTURE: "未开始", EFFECTIVE: "在任", ENDED: "已结束" } as const;
export const grantSources = { DIRECT: "直接授予", POSITION: "职位带入", REQUEST: "申请" } as const;

export const RoleGrant = z.object({
  id: z.string(),
  roleId: z.string(),
  roleName: z.string(),
  source: z.enum(["DIRECT", "POSITION", "REQUEST"]),
  validFrom: moment,
  /** The instant at which it ends; null = without end. */
  validTo: moment.nullable(),
  reason: z.string().nullable(),
  grantedByName: z.string(),
  version,
});
export type RoleGrant = z.output<typeof RoleGrant>;

export const Membership = z.object({
  id: z.string(),
  userId: z.string(),
  organizationId: z.string(),
  organizationName: z.string(),
  positionId: z.string(),
  positionName: z.string(),
  isPrimary: z.boolean(),
  startDate: day,
  endDate: day.nullable(),
  status: z.enum(["FUTURE", "EFFECTIVE", "ENDED"]),
  /** The organisation is disabled: the membership sleeps (AU-R28). */
  isAsleep: z.boolean(),
  /** The reader may change memberships in this organisation. */
  isInReach: z.boolean(),
  /** Active ones that the reader may know of. */
  grants: z.array(RoleGrant),
  /** Active ones that the reader could not give and does not see (section 7). */
  otherGrants: z.int(),
  version,
});
export type Membership = z.output<typeof Membership>;

export const listMemberships = endpoint({
  method: "GET",
  path: "/user/v1/users/{id}/memberships",
  title: "任职与角色",
  permission: "authority:user:detail",
  params: idParams,
  answer: z.array(Membership),
});

export const membershipFields = {
  organizationId: z.uuid("请选择组织！").meta({ label: "组织" }),
  positionId: z.uuid("请选择职位！").meta({ label: "职位" }),
  startDate: z.string("请选择开始日期！").refine(isDay, "日期格式不正确").meta({ format: "date", label: "开始日期" }),
  endDate: day.nullable().meta({ label: "结束日期" }),
  isPrimary: z.boolean().meta({ label: "主任职" }),
};

export const addMembership = endpoint({
  method: "POST",
  path: "/user/v1/users/{id}/memberships",
  audit: "新增任职",
  permission: "authority:user:edit",
  params: idParams,
  body: z.object(membershipFields),
  answer: Membership,
});

export const editMembership = endpoint({
  method: "PUT",
  path: "/user/v1/memberships/{id}",
  audit: "编辑任职",
  permission: "authority:user:edit",
  params: idParams,
  body: z.object({
    startDate: membershipFields.startDate,
    endDate: membershipFields.endDate,
    isPrimary: membershipFields.isPrimary,
    version,
  }),
  answer: Membership,
});

export const endMembership = endpoint({
  method: "POST",
  path: "/user/v1/memberships/{id}/end",
  audit: "结束任职",
  permission: "authority:user:edit",
  params: idParams,
  body: z.object({
    /** Which membership is the primary one afterwards; asked for when the primary one ends. */
    nextPrimaryId: recordId.nullable().meta({ label: "新的主任职" }),
    reason,
    version,
  }),
  answer: Membership,
});

const grantBody = z.object({
  roleIds: z.array(recordId, "请选择角色！").min(1, "请选择角色！").max(50).meta({ label: "角色" }),
  /** The last day; it ends at the midnight that follows (AU-R29). */
  validTo: day.nullable().meta({ label: "有效期至" }),
});

export const checkGrants = endpoint({
  method: "POST",
  path: "/user/v1/memberships/{id}/grants/check",
  audit: "检查授权",
  permission: "authority:grant:edit",
  page: "/AuthorityManagement/UserManagement",
  params: idParams,
  body: grantBody,
  answer: z.object({
    refusals: z.array(z.object({ roleId: z.string(), msgCode: z.string(), msg: z.string() })),
  }),
});

export const giveGrants = endpoint({
  method: "POST",
  path: "/user/v1/memberships/{id}/grants",
  audit: "授予角色",
  permission: "authority:grant:edit",
  risk: "CRITICAL",
  requires: ["authority:user:list", "authority:user:detail"],
  params: idParams,
  body: grantBody.extend({ reason }),
  answer: Membership,
});

export const revokeGrant = endpoint({
  method: "POST",
  path: "/user/v1/grants/{id}/revoke",
  audit: "收回角色",
  permission: "authority:grant:edit",
  risk: "CRITICAL",
  params: idParams,
  body: reasonBody,
  answer: Membership,
});

export const GrantableRole = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  category: z.string().nullable(),
  description: z.string().nullable(),
  dataScope: z.enum(["ALL", "ORG_TREE", "ORG", "SELF", "CUSTOM"]),
  maxDays: z.int().nullable(),
});
export type GrantableRole = z.output<typeof GrantableRole>;

/** What the caller may hand out in an organisation, or anywhere: the choices of the drawer, a new account and a batch. */
export const listGrantableRoles = endpoint({
  method: "GET",
  path: "/user/v1/grantableRoles",
  title: "可授予的角色",
  permission: "authority:grant:edit",
  query: z.object({ organizationId: recordId.optional() }),
  answer: z.array(GrantableRole),
});

export const membershipErrors = businessErrors(
  "",
  {
    membershipOverlap: "该任职已存在",
    membershipDates: "结束日期不能早于开始日期",
    membershipPast: "结束日期不能早于今天",
    membershipStarted: "任职已开始，不能修改开始日期",
    membershipMost: "每人最多20个任职",
    membershipEnded: "任职已结束",
    membershipNextPrimary: "请选择新的主任职",
    membershipNotEffective: "只有在任的任职可以设为主任职",
    membershipOnePrimary: "主任职只能有一个",
    membershipKeepsPrimary: "请将其他任职设为主任职",
    positionNotAllowed: "该职位不适用于所选组织",
    positionDisabled: "该职位已停用",
    orgDisabled: "组织已停用",
    orgOutOfScope: "无权在该组织创建用户",
  },
  ["orgOutOfScope"],
);

export const grantErrors = businessErrors("", {
  grantFromPosition: "该角色由职位带入，请调整职位或任职",
  grantHeld: "该任职已拥有角色「{name}」",
  grantOver: "该授权已失效",
  grantPast: "有效期必须晚于当前时间",
  grantNeedsEnd: "角色「{name}」必须设置有效期，最长{n}天",
  grantTooLong: "角色「{name}」最长可授予{n}天",
  grantRoleDisabled: "角色「{name}」已停用",
  grantOrgType: "角色「{name}」不适用于所选组织",
  grantNotForPartners: "角色「{name}」不能授予伙伴员工",
  grantOutsiderAll: "外部人员不能授予全部数据范围",
});
