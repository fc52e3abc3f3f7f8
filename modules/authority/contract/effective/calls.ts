import { day, endpoint, fieldModes, idParams, moment, oneOf, recordId, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { risk } from "../rights/permission.ts";

/** A role at a membership from which rights come. */
export const RightSource = z.object({
  /** The id of the grant. */
  id: z.string(),
  roleId: z.string(),
  roleName: z.string(),
  grantKind: z.enum(["DIRECT", "POSITION", "REQUEST"]),
  membershipId: z.string(),
  /** The post as `组织(职位)`. */
  post: z.string(),
  validFrom: moment,
  validTo: moment.nullable(),
});
export type RightSource = z.output<typeof RightSource>;

const sourced = {
  /** The ids of the grants from which the right comes. */
  sourceIds: z.array(z.string()).meta({ label: "来源" }),
  /** True if the right also comes from grants that the reader may not see (section 7). */
  hasOther: z.boolean(),
};

/** The records that a permission reaches. */
export const ScopeText = z.object({
  words: z.string(),
  /** The number of these organisations now. */
  organizationCount: z.int(),
});
export type ScopeText = z.output<typeof ScopeText>;

export const EffectivePage = z.object({
  key: z.string(),
  title: withMeta(z.string(), { label: "页面" }),
  path: z.string(),
  ...sourced,
});
export type EffectivePage = z.output<typeof EffectivePage>;

export const EffectiveCode = z.object({
  code: z.string(),
  name: withMeta(z.string(), { label: "权限点" }),
  module: z.string(),
  risk,
  scope: ScopeText.meta({ label: "数据范围" }),
  ...sourced,
});
export type EffectiveCode = z.output<typeof EffectiveCode>;

export const interfaceUses = { CALLABLE: "可调用", DISABLED: "已停用", EXCLUDED: "已排除" } as const;

export const EffectiveInterface = z.object({
  id: z.string(),
  method: z.string(),
  path: z.string(),
  name: withMeta(z.string(), { label: "接口" }),
  code: z.string(),
  use: oneOf(interfaceUses).meta({ label: "可用" }),
  ...sourced,
});
export type EffectiveInterface = z.output<typeof EffectiveInterface>;

/** A field that roles restrict, and what they leave of it. */
export const EffectiveField = z.object({
  key: z.string(),
  label: withMeta(z.string(), { label: "字段" }),
  resourceName: z.string(),
  mode: z.enum(fieldModes).meta({ label: "方式" }),
  ...sourced,
});
export type EffectiveField = z.output<typeof EffectiveField>;

export const EffectiveRights = z.object({
  userName: z.string(),
  /** Whether the person is an administrator, who has all rights without any role (AU-R7). */
  boolAdmin: z.boolean(),
  /** Posts in force. The rights of one of them can be shown alone. */
  posts: z.array(z.object({ membershipId: z.string(), name: z.string(), isPrimary: z.boolean() })),
  /** The number of posts in force outside of the reader's scope. Their rights count, but they are not named. */
  otherPosts: z.int(),
  sources: z.array(RightSource),
  /** The number of grants that count but that the reader may not know. */
  otherSources: z.int(),
  pages: z.array(EffectivePage),
  codes: z.array(EffectiveCode),
  interfaces: z.array(EffectiveInterface),
  fields: z.array(EffectiveField),
});
export type EffectiveRights = z.output<typeof EffectiveRights>;

/**
 * Answers the rights of a person while a membership's organisation is active; without one, in all of them together
 * (AU-R24).
 */
export const getEffectiveRights = endpoint({
  method: "GET",
  path: "/user/v1/users/{id}/effective",
  title: "有效权限",
  permission: "authority:explain:view",
  requires: ["authority:user:list", "authority:user:view"],
  params: idParams,
  query: z.object({ membershipId: withMeta(recordId.optional(), { label: "任职" }) }),
  answer: EffectiveRights,
});

const Side = z.object({
  userId: z.string(),
  userName: z.string(),
  boolAdmin: z.boolean(),
  /** The rights are those at the end of this day; null means now. */
  on: day.nullable(),
  posts: z.array(z.string()),
});
const had = { a: z.boolean(), b: z.boolean() };

export const RightsComparison = z.object({
  a: Side,
  b: Side,
  roles: z.array(z.object({ id: z.string(), name: z.string(), ...had })),
  pages: z.array(z.object({ key: z.string(), title: z.string(), ...had })),
  /** Null for a side that lacks the code. */
  codes: z.array(
    z.object({ code: z.string(), name: z.string(), risk, a: ScopeText.nullable(), b: ScopeText.nullable() }),
  ),
});
export type RightsComparison = z.output<typeof RightsComparison>;

/** Compares two people, or one person at the end of two days, over all memberships (AU-R24). */
export const compareUsers = endpoint({
  method: "GET",
  path: "/user/v1/users/compare",
  title: "权限对比",
  permission: "authority:explain:view",
  query: z.object({
    a: recordId.meta({ label: "用户" }),
    /** If it is left out, the same person is compared. */
    b: withMeta(recordId.optional(), { label: "对比用户" }),
    aOn: withMeta(day.optional(), { label: "用户截至日期" }),
    bOn: withMeta(day.optional(), { label: "对比用户截至日期" }),
  }),
  answer: RightsComparison,
});
