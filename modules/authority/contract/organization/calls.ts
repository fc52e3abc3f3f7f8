import {
  businessErrors,
  callsOf,
  flag,
  keyword,
  listQuery,
  maskedPhone,
  pageOf,
  recordId,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { ofUser } from "../person/fields.ts";
import { userStates } from "../person/states.ts";
import { Organization, OrganizationNode, OrganizationShape, type OrganizationTypeCode } from "./shape.ts";

interface Owner {
  readonly module: string;
  readonly page: string;
}

/** Kinds of organisations that another module creates, renames and closes (AU-R43). */
const owners: Partial<Record<OrganizationTypeCode, Owner>> = {
  STORE: { module: "门店管理", page: "门店列表" },
  DELIVERY: { module: "门店管理", page: "门店列表" },
  PARTNER: { module: "合作伙伴", page: "合作伙伴" },
  CARRIER: { module: "板车物流", page: "司机与板车管理" },
};

export function ownerOfType(type: OrganizationTypeCode): Owner | null {
  return owners[type] ?? null;
}

/** Creating, moving and dragging follow this one rule for types: neither a region nor a city stands below a store. */
export function fitsBelowStore(type: OrganizationTypeCode): boolean {
  return type !== "REGION" && type !== "CITY";
}

/** Up to this many organisations are loaded at once. A larger tree is loaded level by level (AU-R44). */
export const WHOLE_TREE_LIMIT = 500;

const frame = {
  path: "/user/v1/organizations",
  answer: Organization,
  view: "authority:org:list",
  create: "authority:org:create",
  edit: "authority:org:edit",
  remove: "authority:org:delete",
} as const;
const calls = callsOf(OrganizationShape, frame);
const written = OrganizationShape.pick("name", "shortName", "regionCode", "address", "phone", "sort");

export const organizationTree = calls.beside("tree", "组织树", {
  query: z.object({
    /** Answers the children of this organisation; without it, the whole tree or its first two levels. */
    parentId: withMeta(recordId.optional(), { label: "上级组织" }),
    /** Part of the name or the code, pinyin or initials. The answer has the matches and everything above them. */
    keyword: z.string().trim().min(1).max(50).optional().meta({ label: "关键字" }),
  }),
  answer: z.object({
    nodes: z.array(OrganizationNode),
    /** Whether the answer contains every organisation in reach. */
    complete: z.boolean(),
  }),
});

export const getOrganization = calls.get();
export const createOrganization = calls.create({
  parentId: z.uuid("请选择上级组织！").meta({ label: "上级组织" }),
  /** If it is empty, the organisation gets the next number. */
  code: OrganizationShape.fields.code.nullable(),
  ...OrganizationShape.pick("type"),
  ...written,
});
export const editOrganization = calls.edit({ ...written, ...OrganizationShape.pick("leaderUserId", "deputyUserIds") });
export const removeOrganization = calls.remove();

export const OrganizationMember = z.object({
  id: z.string(),
  userId: z.string(),
  userName: withMeta(z.string(), { label: "姓名" }),
  mobilePhone: ofUser("mobilePhone", maskedPhone),
  staffNo: ofUser("staffNo", z.string().nullable()),
  userStatus: userStates.schema.meta({ label: "账号状态" }),
  organizationName: withMeta(z.string(), { label: "组织" }),
  positionName: withMeta(z.string(), { label: "职位" }),
  isPrimary: withMeta(z.boolean(), { label: "任职" }),
  startDate: withMeta(z.string(), { label: "开始日期" }),
});
export type OrganizationMember = z.output<typeof OrganizationMember>;

export const listOrganizationMembers = calls.part("members", "组织人员", {
  permission: "authority:user:list",
  query: listQuery.extend({
    withChildren: flag.optional().meta({ label: "含下级" }),
    keyword: keyword("姓名 / 完整手机号 / 完整工号"),
  }),
  answer: pageOf(OrganizationMember),
});

export const LeaderCandidate = z.object({ userId: z.string(), userName: z.string(), post: z.string() });

/** Lists the people who may lead an organisation: those with a post there or above. */
export const listLeaderCandidates = calls.part("leader-candidates", "负责人候选", {
  permission: frame.edit,
  query: z.object({ keyword: z.string().trim().max(50).optional().meta({ label: "关键字" }) }),
  answer: z.array(LeaderCandidate),
});

export const OrganizationCoverage = z.object({
  roleId: z.string(),
  roleName: withMeta(z.string(), { label: "角色" }),
  dataScope: z.enum(["ALL", "ORG_TREE", "ORG", "CUSTOM"]).meta({ dict: "data_scope", label: "数据范围" }),
  people: withMeta(z.int(), { label: "人数" }),
  /** The first few of these people whom the reader may see. */
  names: z.array(z.string()).meta({ label: "人员" }),
});
export type OrganizationCoverage = z.output<typeof OrganizationCoverage>;

/** Lists who sees the data of an organisation, by the role that grants it. */
export const listOrganizationCoverage = calls.part("coverage", "覆盖该组织的角色与人员", {
  answer: z.array(OrganizationCoverage),
});

export const orgErrors = businessErrors(
  "ORG",
  {
    nameExists: "同级下已存在相同名称的组织",
    hasChild: "存在启用的下级组织，无法停用",
    hasMember: "组织下还有{n}名在任人员，请先转移",
    managed: "该组织由{module}维护，请在{page}修改",
    used: "组织已被使用，只能停用",
    disabled: "组织已停用",
    parentDisabled: "上级组织已停用，请先启用上级组织",
    leader: "{name}未在本组织或上级组织任职，不能设为负责人",
    cycle: "不能移动到自己或下级组织",
    depth: "组织层级不能超过8级",
    type: "门店下不能再挂大区或城市",
    sameParent: "该组织已在所选上级组织下",
    otherCompany: "调整后组织归属的合作伙伴或承运商会改变，不能移动或合并",
    partnerRegion: "合作伙伴「{name}」须留在所属大区下，不能移到其他大区",
    ownGain: "调整后您自己的数据范围会扩大，请由上级管理员操作",
    changePending: "该组织已有待执行的变更，请先撤销",
    mergeSelf: "不能并入自己或下级组织",
    merged: "该组织已并入{name}，不能启用",
    mergeChild: "下级组织「{name}」与目标组织的下级重名，请先改名",
    mergePosition: "{n}个任职的职位不适用于目标组织：{names}，请先调整",
    mergeRole: "{n}项角色授予不适用于目标组织：{names}，请先调整",
    plannedPast: "计划执行时间必须晚于当前时间",
  },
  ["ownGain"],
);
