import { day, endpoint, fieldModes, idParams, moment, recordId } from "@ops/platform/contract";
import { z } from "zod";
import { risk } from "../rights/permission.ts";

/** A role at a membership from which rights come. */
export const RightSource = z.object({
  /** Of the grant. */
  id: z.string(),
  roleId: z.string(),
  roleName: z.string(),
  grantKind: z.enum(["DIRECT", "POSITION", "REQUEST"]),
  membershipId: z.string(),
  /** `组织(职位)` */
  post: z.string(),
  validFrom: moment,
  validTo: moment.nullable(),
});
export type RightSource = z.output<typeof RightSource>;

const sourced = {
  /** Ids of the grants that it comes from. */
  sourceIds: z.array(z.string()),
  /** Also from grants that the reader may not know of (section 7). */
  hasOther: z.boolean(),
};

/** Which records a permission reaches. */
export const ScopeText = z.object({
  words: z.string(),
  /** How many organisations that is now. */
  organizationCount: z.int(),
});
export type ScopeText = z.output<typeof ScopeText>;

export const EffectivePage = z.object({ key: z.string(), title: z.string(), path: z.string(), ...sourced });
export type EffectivePage = z.output<typeof EffectivePage>;

export const EffectiveCode = z.object({
  code: z.string(),
  name: z.string(),
  module: z.string(),
  risk,
  scope: ScopeText,
  ...sourced,
});
export type EffectiveCode = z.output<typeof EffectiveCode>;

export const interfaceUses = { CALLABLE: "可调用", DISABLED: "已停用", EXCLUDED: "已排除" } as const;

export const EffectiveInterface = z.object({
  id: z.string(),
  method: z.string(),
  path: z.string(),
  name: z.string(),
  code: z.string(),
  use: z.enum(["CALLABLE", "DISABLED", "EXCLUDED"]),
  ...sourced,
});
export type EffectiveInterface = z.output<typeof EffectiveInterface>;

/** What the roles leave of a field that they rule. */
export const EffectiveField = z.object({
  key: z.string(),
  label: z.string(),
  resourceName: z.string(),
  mode: z.enum(fieldModes),
  ...sourced,
});
export type EffectiveField = z.output<typeof EffectiveField>;

export const EffectiveRights = z.object({
  userName: z.string(),
  /** Everything is granted, and comes from no role (AU-R7). */
  boolAdmin: z.boolean(),
  /** Posts in force, one of which can be looked at alone. */
  posts: z.array(z.object({ membershipId: z.string(), name: z.string(), isPrimary: z.boolean() })),
  /** Posts in force beyond the reader's scope: their rights count, their names are not told. */
  otherPosts: z.int(),
  sources: z.array(RightSource),
  /** Grants that count but that the reader may not know of. */
  otherSources: z.int(),
  pages: z.array(EffectivePage),
  codes: z.array(EffectiveCode),
  interfaces: z.array(EffectiveInterface),
  fields: z.array(EffectiveField),
});
export type EffectiveRights = z.output<typeof EffectiveRights>;

/** What somebody may do while a membership's organisation is active; without one, in all of them together (AU-R24). */
export const getEffectiveRights = endpoint({
  method: "GET",
  path: "/user/v1/users/{id}/effective",
  title: "有效权限",
  permission: "authority:explain:view",
  requires: ["authority:user:list", "authority:user:detail"],
  params: idParams,
  query: z.object({ membershipId: recordId.optional() }),
  answer: EffectiveRights,
});

const Side = z.object({
  userId: z.string(),
  userName: z.string(),
  boolAdmin: z.boolean(),
  /** The end of this day; null = now. */
  on: day.nullable(),
  posts: z.array(z.string()),
});
const had = { a: z.boolean(), b: z.boolean() };

export const RightsComparison = z.object({
  a: Side,
  b: Side,
  roles: z.array(z.object({ id: z.string(), name: z.string(), ...had })),
  pages: z.array(z.object({ key: z.string(), title: z.string(), ...had })),
  /** `null` where the side lacks the code. */
  codes: z.array(
    z.object({ code: z.string(), name: z.string(), risk, a: ScopeText.nullable(), b: ScopeText.nullable() }),
  ),
});
export type RightsComparison = z.output<typeof RightsComparison>;

/** Two people side by side, or one person at the end of two days (AU-R24); all memberships together. */
export const compareUsers = endpoint({
  method: "GET",
  path: "/user/v1/users/compare",
  title: "权限对比",
  permission: "authority:explain:view",
  query: z.object({
    a: recordId,
    /** The same person when it is left out. */
    b: recordId.optional(),
    aOn: day.optional(),
    bOn: day.optional(),
  }),
  answer: RightsComparison,
});
