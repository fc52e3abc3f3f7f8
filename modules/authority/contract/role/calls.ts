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
  pageOf,
  reasonBody,
  recordId,
  requiredText,
  sortable,
  version,
  wholeText,
} from "@ops/platform/contract";
import { z } from "zod";
import { ofUser } from "../person/fields.ts";
import { risk } from "../rights/permission.ts";
import { CustomOrg, RoleDiff, RoleDraft, scopeKind } from "./draft.ts";
import { RoleShape } from "./shape.ts";
import { roleStates } from "./states.ts";

export const Role = z.object({
  id: z.string(),
  code: z.string().meta({ label: "编码" }),
  name: z.string().meta({ label: "名称" }),
  category: z.string().nullable().meta({ label: "分类" }),
  description: z.string().nullable(),
  dataScope: scopeKind.meta({ dict: "data_scope", label: "数据范围" }),
  /** How many permissions it holds, and how many people hold it. */
  codeCount: z.int().meta({ label: "权限点数" }),
  memberCount: z.int().meta({ label: "人数" }),
  riskPoints: z.number().meta({ label: "风险" }),
  risk,
  /** Codes that no member used for 90 days; null while nobody holds it (AU-R36). */
  idleCount: z.int().nullable().meta({ label: "闲置权限" }),
  ownerName: z.string().nullable().meta({ label: "负责人" }),
  builtIn: z.boolean(),
  status: roleStates.schema,
  updatedAt: moment.meta({ label: "更新时间" }),
  version: version.meta({ label: "版本" }),
});
export type Role = z.output<typeof Role>;

/** With its whole content, and names for the ids in it. */
export const RoleDetail = Role.extend({
  draft: RoleDraft,
  customOrgNames: z.record(z.string(), z.string()),
  grantableRoleNames: z.record(z.string(), z.string()),
  createdAt: moment,
});
export type RoleDetail = z.output<typeof RoleDetail>;

const frame = {
  path: "/user/v1/roles",
  answer: RoleDetail,
  view: "authority:role:list",
  create: "authority:role:create",
  edit: "authority:role:edit",
  remove: "authority:role:delete",
} as const;
const calls = callsOf(RoleShape, frame);

export const listRoles = callsOf(RoleShape, { ...frame, answer: Role }).list(
  RoleShape.query({
    is: ["status"],
    more: {
      keyword: keyword("角色名称 / 编码", "名称/编码"),
      category: wholeText("分类", { most: 40, hint: "完整分类名" }).optional(),
      risk: risk.optional(),
      /** At 高 or 极高. */
      isHigh: flag.optional().meta({ label: "高风险" }),
      /** Roles that hold this permission. */
      permissionCode: wholeText("含权限点", { most: 120, hint: "完整的权限编码，如 authority:user:edit" }).optional(),
      ...sortable("name", "code", "riskPoints", "updatedAt"),
    },
  }),
);
export const getRole = calls.get();
/** Closed by default: no permission, the own records only (AU-R33). The rest is set on the role's page. */
export const createRole = calls.create(RoleShape.pick("code", "name", "category", "description"));
export const deleteRole = calls.remove();

export const RoleMember = z.object({
  /** Of the grant. */
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  mobilePhone: ofUser("mobilePhone", maskedPhone),
  post: z.string(),
  source: z.enum(["DIRECT", "POSITION", "REQUEST"]),
  validFrom: moment,
  validTo: moment.nullable(),
  /** Of the grant. */
  version,
});
export type RoleMember = z.output<typeof RoleMember>;

export const listRoleMembers = endpoint({
  method: "GET",
  path: `${frame.path}/{id}/members`,
  title: "角色成员",
  permission: frame.view,
  params: idParams,
  query: listQuery,
  answer: pageOf(RoleMember),
});

export const RoleUsage = z.object({
  days: z.int(),
  /** Codes that some member used within these days. */
  codes: z.array(z.object({ code: z.string(), lastUsedAt: moment })),
  /** Codes that no member used; null while nobody holds the role. */
  idle: z.array(z.string()).nullable(),
});
export type RoleUsage = z.output<typeof RoleUsage>;

export const getRoleUsage = endpoint({
  method: "GET",
  path: `${frame.path}/{id}/usage`,
  title: "角色权限使用情况",
  permission: frame.view,
  params: idParams,
  answer: RoleUsage,
});

export const RoleVersion = z.object({
  id: z.string(),
  version: z.int(),
  note: z.string(),
  editorName: z.string(),
  createdAt: moment,
  snapshot: RoleDraft,
});
export type RoleVersion = z.output<typeof RoleVersion>;

export const listRoleVersions = endpoint({
  method: "GET",
  path: `${frame.path}/{id}/versions`,
  title: "角色版本",
  permission: frame.view,
  params: idParams,
  query: listQuery,
  answer: pageOf(RoleVersion),
});

/** How many organisations a scope reaches, seen from a sample of a post; of those that the reader sees. */
export const countScope = endpoint({
  method: "GET",
  path: `${frame.path}/scopeCount`,
  title: "数据范围覆盖组织数",
  permission: frame.view,
  query: z.object({
    dataScope: scopeKind,
    /** Where somebody with the role would work. */
    organizationId: recordId.optional(),
    /** `id,id*`: with a star, all below it too. */
    customOrgs: z
      .string("自定义组织格式不正确")
      .regex(/^[0-9a-f-]{36}\*?(,[0-9a-f-]{36}\*?){0,199}$/, "自定义组织格式不正确")
      .transform((text) => text.split(",").map((one) => ({ orgId: one.slice(0, 36), withChildren: one.endsWith("*") })))
      .pipe(z.array(CustomOrg, "自定义组织格式不正确"))
      .optional(),
  }),
  answer: z.object({ organizations: z.int() }),
});

export const compareRoles = endpoint({
  method: "GET",
  path: `${frame.path}/compare`,
  title: "角色对比",
  permission: frame.view,
  query: z.object({ a: recordId, b: recordId }),
  /** What `b` has and has not, seen from `a`. */
  answer: z.object({ a: Role, b: Role, diff: RoleDiff }),
});

export const copyRole = endpoint({
  method: "POST",
  path: `${frame.path}/{id}/copy`,
  audit: "复制角色",
  permission: frame.create,
  params: idParams,
  body: z.object({ ...RoleShape.pick("code"), ...RoleShape.optional("name") }),
  answer: RoleDetail,
});

const Person = z.object({ id: z.string(), userName: z.string(), post: z.string().nullable() });

export const RolePreview = z.object({
  diff: RoleDiff,
  addedInterfaces: z.array(z.string()),
  removedInterfaces: z.array(z.string()),
  /** All whom the change concerns; `list` names the first hundred whom the editor may see. */
  people: z.object({ count: z.int(), list: z.array(Person) }),
  /** Who can open a page only through this role, and will not any more. */
  losing: z.object({ count: z.int(), list: z.array(Person.extend({ pages: z.array(z.string()) })) }),
  /** Codes and pages of an earlier version that no longer exist. */
  skipped: z.array(z.string()),
  risk: z.object({ from: risk, fromPoints: z.number(), to: risk, toPoints: z.number() }),
  previewToken: z.string(),
});
export type RolePreview = z.output<typeof RolePreview>;

export const previewRole = endpoint({
  method: "POST",
  path: `${frame.path}/{id}/preview`,
  audit: "预览角色变更",
  permission: frame.edit,
  params: idParams,
  /** A draft, or an earlier version to which the role is to return. */
  body: z
    .object({ draft: RoleDraft.optional(), toVersion: version.optional(), version })
    .refine(({ draft, toVersion }) => (draft === undefined) !== (toVersion === undefined), "请提交变更内容"),
  answer: RolePreview,
});

const saving = {
  /** From the preview; needed while anybody holds the role (AU-R31). */
  previewToken: z.string().max(200).nullable(),
  note: requiredText("变更说明", 200),
  version,
};

export const editRole = endpoint({
  method: "PUT",
  path: `${frame.path}/{id}`,
  audit: "编辑角色",
  permission: frame.edit,
  risk: "CRITICAL",
  params: idParams,
  body: z.object({ draft: RoleDraft, ...saving }),
  answer: RoleDetail,
});

export const rollbackRole = endpoint({
  method: "POST",
  path: `${frame.path}/{id}/rollback`,
  audit: "回滚角色",
  permission: "authority:role:rollback",
  requires: ["authority:role:list", "authority:role:edit"],
  risk: "HIGH",
  params: idParams,
  body: z.object({ toVersion: version, ...saving }),
  /** Codes and pages of that version that no longer exist are skipped. */
  answer: z.object({ role: RoleDetail, skipped: z.array(z.string()) }),
});

export const disableRole = endpoint({
  method: "POST",
  path: `${frame.path}/{id}/disable`,
  audit: "停用角色",
  permission: frame.edit,
  params: idParams,
  body: reasonBody,
  answer: RoleDetail,
});

export const enableRole = endpoint({
  method: "POST",
  path: `${frame.path}/{id}/enable`,
  audit: "启用角色",
  permission: frame.edit,
  params: idParams,
  body: reasonBody,
  answer: RoleDetail,
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
