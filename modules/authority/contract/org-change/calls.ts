import {
  businessErrors,
  endpoint,
  idParams,
  moment,
  pageOf,
  recordId,
  shape,
  typedMoment,
  version,
} from "@ops/platform/contract";
import { z } from "zod";
import { orgChangeStates } from "../organization/states.ts";

/** The gain and lose table names this many people; the numbers count all. */
export const IMPACT_LIST_LIMIT = 100;

const SightChange = z.object({
  /** Null for people outside the operator's own scope. */
  userName: z.string().nullable(),
  post: z.string().nullable(),
  gained: z.int(),
  lost: z.int(),
});
export type SightChange = z.output<typeof SightChange>;

/** Open business that an organisation holds, by kind. */
const HeldWork = z.object({ kind: z.string(), label: z.string(), count: z.int() });

/** What a move or a merge brings about, worked out before it is done (AU-R41, AU-R42). */
export const OrgImpact = z.object({
  fromPath: z.array(z.string()),
  toPath: z.array(z.string()),
  /** Organisations that move along, without the moved one. */
  childCount: z.int(),
  storeCount: z.int(),
  peopleCount: z.int(),
  customRoles: z.array(z.string()),
  gainingPeople: z.int(),
  losingPeople: z.int(),
  sightChanges: z.array(SightChange),
  upperLeader: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
  /** Leaders inside who hold no post in the new line above them. */
  looseLeaders: z.array(z.object({ organizationName: z.string(), leaderName: z.string() })),
  work: z.array(HeldWork),
  /** A merge only: posts that go over to the target, and those that their holders have there already. */
  merge: z.object({ movedPosts: z.int(), doubledPosts: z.int() }).nullable(),
});
export type OrgImpact = z.output<typeof OrgImpact>;

export const previewMove = endpoint({
  method: "POST",
  path: "/user/v1/organizations/{id}/movePreview",
  audit: "预览组织移动",
  permission: "authority:org:move",
  params: idParams,
  body: z.object({ targetOrgId: z.uuid("请选择目标上级组织！").meta({ label: "目标上级" }) }),
  answer: z.object({ impact: OrgImpact, impactToken: z.string() }),
});

export const previewMerge = endpoint({
  method: "POST",
  path: "/user/v1/organizations/{id}/mergePreview",
  audit: "预览组织合并",
  permission: "authority:org:merge",
  params: idParams,
  body: z.object({ targetOrgId: z.uuid("请选择并入的组织！").meta({ label: "并入组织" }) }),
  answer: z.object({ impact: OrgImpact, impactToken: z.string() }),
});

export const OrgChangeShape = shape("orgChange", "组织变更单", {
  changeNo: z.string(),
  kind: z.enum(["MOVE", "MERGE", "DISABLE", "ENABLE"]).meta({ dict: "org_change_kind" }),
  sourceOrgId: z.string(),
  targetOrgId: z.string().nullable(),
  plannedAt: typedMoment("计划执行时间").nullable(),
  impact: OrgImpact.nullable(),
  reason: z.string().trim().max(200).nullable().meta({ label: "变更说明" }),
  status: orgChangeStates.schema,
  failure: z.string().nullable().meta({ label: "失败原因" }),
});

export const OrgChange = OrgChangeShape.answer({
  sourceName: z.string(),
  targetName: z.string().nullable(),
  doneAt: moment.nullable(),
  createdByName: z.string(),
  createdAt: moment,
});
export type OrgChange = z.output<typeof OrgChange>;

export const listOrgChanges = endpoint({
  method: "GET",
  path: "/user/v1/orgChanges",
  title: "组织变更记录",
  permission: "authority:org:list",
  query: OrgChangeShape.query({
    is: ["status"],
    /** Changes of this organisation, or into it. */
    more: { organizationId: recordId.optional() },
  }),
  answer: pageOf(OrgChange),
});

const confirmed = {
  /** Now when empty. */
  ...OrgChangeShape.pick("plannedAt"),
  impactToken: z.string("请先预览影响范围").min(1, "请先预览影响范围").max(200),
  ...OrgChangeShape.pick("reason"),
};

export const createOrgChange = endpoint({
  method: "POST",
  path: "/user/v1/orgChanges",
  audit: "移动组织",
  permission: "authority:org:move",
  body: z.object({
    kind: z.literal("MOVE", "变更类型不正确"),
    sourceOrgId: z.uuid("请选择组织！").meta({ label: "组织" }),
    targetOrgId: z.uuid("请选择目标上级组织！").meta({ label: "目标上级" }),
    ...confirmed,
  }),
  answer: OrgChange,
});

/**
 * A call of its own beside the move, because it has a code of its own. Its people and business go over to the target, in
 * which the organisation ends (AU-R42); it moves what stood below, so the code of moving belongs to it.
 */
export const mergeOrganization = endpoint({
  method: "POST",
  path: "/user/v1/orgChanges/merge",
  audit: "合并组织",
  permission: "authority:org:merge",
  requires: ["authority:org:list", "authority:org:move"],
  risk: "HIGH",
  body: z.object({
    sourceOrgId: z.uuid("请选择组织！").meta({ label: "组织" }),
    targetOrgId: z.uuid("请选择并入的组织！").meta({ label: "并入组织" }),
    ...confirmed,
  }),
  answer: OrgChange,
});

export const cancelOrgChange = endpoint({
  method: "POST",
  path: "/user/v1/orgChanges/{id}/cancel",
  audit: "撤销组织变更",
  permission: "authority:org:move",
  params: idParams,
  body: z.object({ version }),
  answer: OrgChange,
});

/** Whoever may plan a merge may take it back; a planned merge is nothing that the code of moving reaches. */
export const cancelMerge = endpoint({
  method: "POST",
  path: "/user/v1/orgChanges/{id}/cancelMerge",
  audit: "撤销组织合并",
  permission: "authority:org:merge",
  params: idParams,
  body: z.object({ version }),
  answer: OrgChange,
});

export const impactErrors = businessErrors("IMPACT", { stale: "影响范围已变化，请重新确认" });
