import { callsOf, day, endpoint, idParams, reason, reasonBody, recordId, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { Membership, MembershipShape, membershipFields } from "./shape.ts";

const frame = {
  path: "/user/v1/memberships",
  answer: Membership,
  view: "authority:user:view",
  edit: "authority:user:edit",
} as const;
const calls = callsOf(MembershipShape, frame);

export const listMemberships = endpoint({
  method: "GET",
  path: "/user/v1/users/{id}/memberships",
  title: "任职与角色",
  permission: frame.view,
  params: idParams,
  answer: z.array(Membership),
});

export const addMembership = endpoint({
  method: "POST",
  path: "/user/v1/users/{id}/memberships",
  audit: "新增任职",
  permission: frame.edit,
  params: idParams,
  body: z.object(membershipFields),
  answer: Membership,
});
export const editMembership = calls.edit(MembershipShape.pick("startDate", "endDate", "isPrimary"));
/** When the primary membership ends, the caller has to say which one becomes primary. */
export const endMembership = calls.on("end", "结束任职", {
  nextPrimaryId: withMeta(recordId.nullable(), { label: "新的主任职" }),
  reason,
});

const grantBody = z.object({
  roleIds: z.array(recordId, "请选择角色！").min(1, "请选择角色！").max(50).meta({ label: "角色" }),
  /** The last day. The grant ends at the following midnight (AU-R29). */
  validTo: withMeta(day.nullable(), { label: "有效期至" }),
});

export const checkGrants = endpoint({
  method: "POST",
  path: `${frame.path}/{id}/grants/check`,
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
  path: `${frame.path}/{id}/grants`,
  audit: "授予角色",
  permission: "authority:grant:edit",
  risk: "CRITICAL",
  requires: ["authority:user:list", "authority:user:view"],
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

/**
 * The roles that the caller may grant in an organisation, or anywhere. The drawer, the form of a new account and the
 * batch dialog offer them.
 */
export const listGrantableRoles = endpoint({
  method: "GET",
  path: "/user/v1/grantable-roles",
  title: "可授予的角色",
  permission: "authority:grant:edit",
  query: z.object({ organizationId: withMeta(recordId.optional(), { label: "组织" }) }),
  answer: z.array(GrantableRole),
});
