import {
  businessErrors,
  callsOf,
  endpoint,
  idParams,
  moment,
  recordId,
  shape,
  typedMoment,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { orgChangeStates } from "../organization/states.ts";

/** The table of who gains or loses access names at most this many people; its totals count all of them. */
export const IMPACT_LIST_LIMIT = 100;

export const SightChange = z.object({
  /** Null for people outside the operator's own scope. */
  userName: withMeta(z.string().nullable(), { label: "人员" }),
  post: withMeta(z.string().nullable(), { label: "组织(职位)" }),
  gained: withMeta(z.int(), { label: "新增可见" }),
  lost: withMeta(z.int(), { label: "不再可见" }),
});
export type SightChange = z.output<typeof SightChange>;

/** Open business that an organisation holds, by kind. */
const HeldWork = z.object({ kind: z.string(), label: z.string(), count: z.int() });

/** The effects of a move or a merge, calculated before it is done (AU-R41, AU-R42). */
export const OrgImpact = z.object({
  fromPath: z.array(z.string()),
  toPath: z.array(z.string()),
  /** The number of organisations below the moved one, which move with it. */
  childCount: z.int(),
  storeCount: z.int(),
  peopleCount: z.int(),
  customRoles: z.array(z.string()),
  gainingPeople: z.int(),
  losingPeople: z.int(),
  sightChanges: z.array(SightChange),
  upperLeader: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
  /** Leaders of moved organisations who have no post in the organisations that will be above. */
  looseLeaders: z.array(z.object({ organizationName: z.string(), leaderName: z.string() })),
  work: z.array(HeldWork),
  /**
   * Only for a merge: how many posts move to the target, and how many end because their holders have such a post there
   * already.
   */
  merge: z.object({ movedPosts: z.int(), doubledPosts: z.int() }).nullable(),
});
export type OrgImpact = z.output<typeof OrgImpact>;

export const previewMove = endpoint({
  method: "POST",
  path: "/user/v1/organizations/{id}/move-preview",
  audit: "预览组织移动",
  permission: "authority:org:move",
  params: idParams,
  body: z.object({ targetOrgId: z.uuid("请选择目标上级组织！").meta({ label: "目标上级" }) }),
  answer: z.object({ impact: OrgImpact, impactToken: z.string() }),
});

export const previewMerge = endpoint({
  method: "POST",
  path: "/user/v1/organizations/{id}/merge-preview",
  audit: "预览组织合并",
  permission: "authority:org:merge",
  params: idParams,
  body: z.object({ targetOrgId: z.uuid("请选择并入的组织！").meta({ label: "并入组织" }) }),
  answer: z.object({ impact: OrgImpact, impactToken: z.string() }),
});

export const OrgChangeShape = shape("orgChange", "组织变更单", {
  changeNo: withMeta(z.string(), { label: "变更单号" }),
  kind: z.enum(["MOVE", "MERGE", "DISABLE", "ENABLE"]).meta({ dict: "org_change_kind", label: "类型" }),
  sourceOrgId: z.string(),
  targetOrgId: z.string().nullable(),
  plannedAt: typedMoment("计划执行时间").nullable(),
  impact: OrgImpact.nullable(),
  reason: z.string().trim().max(200).nullable().meta({ label: "变更说明" }),
  status: orgChangeStates.schema,
  failure: withMeta(z.string().nullable(), { label: "失败原因" }),
});

export const OrgChange = OrgChangeShape.answer({
  sourceName: withMeta(z.string(), { label: "内容" }),
  targetName: z.string().nullable(),
  doneAt: moment.nullable(),
  createdByName: withMeta(z.string(), { label: "操作人" }),
  createdAt: moment.meta({ label: "时间" }),
});
export type OrgChange = z.output<typeof OrgChange>;

export const orgChangeFrame = {
  path: "/user/v1/org-changes",
  answer: OrgChange,
  view: "authority:org:list",
  edit: "authority:org:move",
} as const;
const calls = callsOf(OrgChangeShape, orgChangeFrame);

export const listOrgChanges = calls.list(
  OrgChangeShape.query({
    is: ["status"],
    /** Finds changes of this organisation and changes that have it as their target. */
    more: { organizationId: withMeta(recordId.optional(), { label: "组织" }) },
  }),
  "组织变更记录",
);

const confirmed = {
  /** When the change shall happen; null means now. */
  ...OrgChangeShape.pick("plannedAt"),
  impactToken: z.string("请先预览影响范围").min(1, "请先预览影响范围").max(200).meta({ label: "影响预览" }),
  ...OrgChangeShape.pick("reason"),
};

export const createOrgChange = calls.create(
  {
    kind: z.literal("MOVE", "变更类型不正确").meta({ label: "变更类型" }),
    sourceOrgId: z.uuid("请选择组织！").meta({ label: "组织" }),
    targetOrgId: z.uuid("请选择目标上级组织！").meta({ label: "目标上级" }),
    ...confirmed,
  },
  "移动组织",
);

/**
 * Merges an organisation into a target (AU-R42). People and business move to the target, and so do the organisations
 * below. It is a call of its own, because it has its own permission, which requires that of moving.
 */
export const mergeOrganization = endpoint({
  method: "POST",
  path: `${orgChangeFrame.path}/merge`,
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

export const impactErrors = businessErrors("IMPACT", { stale: "影响范围已变化，请重新确认" });
