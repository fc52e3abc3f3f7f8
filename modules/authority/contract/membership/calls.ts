import { callsOf, day, endpoint, idParams, reason, reasonBody, recordId } from "@ops/platform/contract";
import { z } from "zod";
import { Membership, MembershipShape, membershipFields } from "./shape.ts";

const frame = {
  path: "/user/v1/memberships",
  answer: Membership,
  view: "authority:user:detail",
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
/** Asks which membership is the primary one afterwards, when the primary one ends. */
export const endMembership = calls.on("end", "结束任职", {
  nextPrimaryId: recordId.nullable().meta({ label: "新的主任职" }),
  reason,
});

const grantBody = z.object({
  roleIds: z.array(recordId, "请选择角色！").min(1, "请选择角色！").max(50).meta({ label: "角色" }),
  /** The last day; it ends at the midnight that follows (AU-R29). */
  validTo: day.nullable().meta({ label: "有效期至" }),
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
