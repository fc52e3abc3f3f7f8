import {
  businessErrors,
  callsOf,
  endpoint,
  flag,
  idParams,
  keyword,
  listQuery,
  maskedPhone,
  moment,
  oneOf,
  pageOf,
  recordId,
  requiredText,
  sortable,
  version,
  wholeText,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { ofUser } from "../person/fields.ts";
import { risk } from "../rights/permission.ts";
import { CustomOrg, RoleDiff, RoleDraft, scopeKind } from "./draft.ts";
import { grantSources, RoleShape } from "./shape.ts";
import { roleStates } from "./states.ts";

export const Role = z.object({
  id: z.string(),
  code: withMeta(z.string(), { label: "编码" }),
  name: withMeta(z.string(), { label: "名称" }),
  category: withMeta(z.string().nullable(), { label: "分类" }),
  description: z.string().nullable(),
  dataScope: scopeKind.meta({ dict: "data_scope", label: "数据范围" }),
  /** How many permissions the role has, and how many people have the role. */
  codeCount: withMeta(z.int(), { label: "权限点数" }),
  memberCount: withMeta(z.int(), { label: "人数" }),
  riskPoints: withMeta(z.number(), { label: "风险" }),
  risk,
  /** The number of codes that no member used for 90 days; null while nobody has the role (AU-R36). */
  idleCount: withMeta(z.int().nullable(), { label: "闲置权限" }),
  ownerName: withMeta(z.string().nullable(), { label: "负责人" }),
  builtIn: z.boolean(),
  status: roleStates.schema,
  updatedAt: moment.meta({ label: "更新时间" }),
  version: version.meta({ label: "版本" }),
});
export type Role = z.output<typeof Role>;

/** A role with its whole content, and with names for the ids in it. */
export const RoleDetail = Role.extend({
  draft: RoleDraft,
  customOrgNames: z.record(z.string(), z.string()),
  grantableRoleNames: z.record(z.string(), z.string()),
  createdAt: moment,
});
export type RoleDetail = z.output<typeof RoleDetail>;

export const roleFrame = {
  path: "/user/v1/roles",
  answer: RoleDetail,
  view: "authority:role:list",
  create: "authority:role:create",
  edit: "authority:role:edit",
  remove: "authority:role:delete",
} as const;
const calls = callsOf(RoleShape, roleFrame);

export const listRoles = callsOf(RoleShape, { ...roleFrame, answer: Role }).list(
  RoleShape.query({
    is: ["status"],
    more: {
      keyword: keyword("角色名称 / 编码", "名称/编码"),
      category: wholeText("分类", { most: 40, hint: "完整分类名" }).optional(),
      risk: risk.optional(),
      /** Whether the risk is 高 or 极高. */
      isHigh: flag.optional().meta({ label: "高风险" }),
      /** Roles that hold this permission. */
      permissionCode: wholeText("含权限点", { most: 120, hint: "完整的权限编码，如 authority:user:edit" }).optional(),
      ...sortable("name", "code", "riskPoints", "updatedAt"),
    },
  }),
);
export const getRole = calls.get();
/**
 * Creates an empty role: it has no permission and reaches only the holder's own records (AU-R33). The rest is set on
 * its page.
 */
export const createRole = calls.create(RoleShape.pick("code", "name", "category", "description"));
export const deleteRole = calls.remove();

export const RoleMember = z.object({
  /** The id of the grant. */
  id: z.string(),
  userId: z.string(),
  userName: withMeta(z.string(), { label: "姓名" }),
  mobilePhone: ofUser("mobilePhone", maskedPhone),
  post: withMeta(z.string(), { label: "组织(职位)" }),
  source: oneOf(grantSources).meta({ label: "来源" }),
  validFrom: moment.meta({ label: "生效时间" }),
  validTo: withMeta(moment.nullable(), { label: "有效期至" }),
  /** The version of the grant. */
  version,
});
export type RoleMember = z.output<typeof RoleMember>;

export const listRoleMembers = calls.part("members", "角色成员", { query: listQuery, answer: pageOf(RoleMember) });

export const RoleUsage = z.object({
  days: z.int(),
  /** Codes that some member used within these days. */
  codes: z.array(z.object({ code: z.string(), lastUsedAt: moment })),
  /** Codes that no member used; null while nobody has the role. */
  idle: z.array(z.string()).nullable(),
});
export type RoleUsage = z.output<typeof RoleUsage>;

export const getRoleUsage = calls.part("usage", "角色权限使用情况", { answer: RoleUsage });

export const RoleVersion = z.object({
  id: z.string(),
  version: withMeta(z.int(), { label: "版本" }),
  note: withMeta(z.string(), { label: "变更说明" }),
  editorName: withMeta(z.string(), { label: "操作人" }),
  createdAt: moment.meta({ label: "时间" }),
  snapshot: RoleDraft.meta({ label: "变更" }),
});
export type RoleVersion = z.output<typeof RoleVersion>;

export const listRoleVersions = calls.part("versions", "角色版本", { query: listQuery, answer: pageOf(RoleVersion) });

/** Counts the organisations that a scope covers for a sample post, among those that the reader sees. */
export const countScope = calls.beside("scope-count", "数据范围覆盖组织数", {
  query: z.object({
    dataScope: scopeKind.meta({ label: "数据范围" }),
    /** The organisation where somebody with the role would work. */
    organizationId: withMeta(recordId.optional(), { label: "组织" }),
    /** Ids as `id,id*`. With a star, everything below it counts too. */
    customOrgs: z
      .string("自定义组织格式不正确")
      .regex(/^[0-9a-f-]{36}\*?(,[0-9a-f-]{36}\*?){0,199}$/, "自定义组织格式不正确")
      .transform((text) => text.split(",").map((one) => ({ orgId: one.slice(0, 36), withChildren: one.endsWith("*") })))
      .pipe(z.array(CustomOrg, "自定义组织格式不正确"))
      .optional()
      .meta({ label: "自定义组织" }),
  }),
  answer: z.object({ organizations: z.int() }),
});

export const compareRoles = calls.beside("compare", "角色对比", {
  query: z.object({ a: recordId.meta({ label: "角色" }), b: recordId.meta({ label: "对比角色" }) }),
  /** What changes from `a` to `b`. */
  answer: z.object({ a: Role, b: Role, diff: RoleDiff }),
});

export const copyRole = endpoint({
  method: "POST",
  path: `${roleFrame.path}/{id}/copy`,
  audit: "复制角色",
  permission: roleFrame.create,
  params: idParams,
  body: z.object({ ...RoleShape.pick("code"), ...RoleShape.optional("name") }),
  answer: RoleDetail,
});

const Person = z.object({ id: z.string(), userName: z.string(), post: z.string().nullable() });

export const RolePreview = z.object({
  diff: RoleDiff,
  addedInterfaces: z.array(z.string()),
  removedInterfaces: z.array(z.string()),
  /** The number of affected people; `list` names the first hundred whom the editor may see. */
  people: z.object({ count: z.int(), list: z.array(Person) }),
  /** People who can open a page only through this role and will lose it. */
  losing: z.object({ count: z.int(), list: z.array(Person.extend({ pages: z.array(z.string()) })) }),
  /** Codes and pages of an earlier version that no longer exist. */
  skipped: z.array(z.string()),
  risk: z.object({ from: risk, fromPoints: z.number(), to: risk, toPoints: z.number() }),
  previewToken: z.string(),
});
export type RolePreview = z.output<typeof RolePreview>;

export const previewRole = endpoint({
  method: "POST",
  path: `${roleFrame.path}/{id}/preview`,
  audit: "预览角色变更",
  permission: roleFrame.edit,
  params: idParams,
  /** A draft, or an earlier version to which the role is to return. */
  body: z
    .object({ draft: RoleDraft.optional().meta({ label: "变更内容" }), toVersion: version.optional(), version })
    .refine(({ draft, toVersion }) => (draft === undefined) !== (toVersion === undefined), "请提交变更内容"),
  answer: RolePreview,
});

const saving = {
  /** The token of the preview, which is required while anybody has the role (AU-R31). */
  previewToken: withMeta(z.string().max(200).nullable(), { label: "变更预览" }),
  note: requiredText("变更说明", 200),
  version,
};

export const editRole = endpoint({
  method: "PUT",
  path: `${roleFrame.path}/{id}`,
  audit: "编辑角色",
  permission: roleFrame.edit,
  risk: "CRITICAL",
  params: idParams,
  body: z.object({ draft: RoleDraft.meta({ label: "变更内容" }), ...saving }),
  answer: RoleDetail,
});

export const rollbackRole = endpoint({
  method: "POST",
  path: `${roleFrame.path}/{id}/rollback`,
  audit: "回滚角色",
  permission: "authority:role:rollback",
  requires: ["authority:role:list", "authority:role:edit"],
  risk: "HIGH",
  params: idParams,
  body: z.object({ toVersion: version, ...saving }),
  /** Codes and pages of that version that no longer exist are skipped. */
  answer: z.object({ role: RoleDetail, skipped: z.array(z.string()) }),
});

export const roleErrors = businessErrors(
  "ROLE",
  {
    codeExists: "角色编码已存在",
    nameExists: "角色名称已存在",
    own: "不能修改自己所持有角色的权限",
    granted: "角色已授予{n}人，不能删除",
    builtin: "内置角色不能删除",
    builtinCodes: "内置角色的权限点只能由管理员修改",
    customEmpty: "请选择自定义组织",
    orgOutOfScope: "无权在该组织设置数据范围",
    codeUnknown: "权限点不存在：{code}",
    pageUnknown: "菜单不存在：{key}",
    fieldUnknown: "字段不存在：{field}",
    interfaceUnknown: "排除的接口不存在，请刷新后重试",
    pageRequired: "权限点「{name}」需要勾选所属页面「{page}」",
    codeRequired: "权限点「{name}」依赖「{required}」，请一并勾选",
    ownerRequired: "高风险角色必须指定负责人",
    ownerUnusable: "角色负责人不存在或已离职",
    versionUnknown: "角色版本不存在",
    outsiderTypes: "该角色由外部人员持有，适用组织类型须包含其所在组织的类型",
  },
  ["own", "orgOutOfScope"],
);

export const previewErrors = businessErrors("PREVIEW", {
  required: "请先预览变更",
  stale: "预览已过期，请重新预览",
});
