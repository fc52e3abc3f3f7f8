import { endpoint, fieldModes, oneOf, recordId, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { ofUser } from "../person/fields.ts";
import { RoleDetail } from "./calls.ts";
import { RoleDiff, RoleDraft, scopeKind } from "./draft.ts";
import { roleCode } from "./shape.ts";

/**
 * A role as it is transferred between environments. Everything is named by codes that mean the same on both sides
 * (AU-R35).
 */
export const RoleEntry = z.strictObject({
  code: roleCode,
  ...RoleDraft.pick({
    name: true,
    category: true,
    description: true,
    menuKeys: true,
    permissionCodes: true,
    dataScope: true,
    scopeOverrides: true,
    exclusiveOrgTypes: true,
    partnerKinds: true,
    maxDays: true,
  }).shape,
  fieldRules: z.record(z.string().max(120), z.enum(fieldModes)).meta({ label: "字段权限" }),
  customOrgs: z
    .array(z.strictObject({ code: z.string().max(40), name: z.string().max(100), withChildren: z.boolean() }))
    .max(200)
    .meta({ label: "自定义组织" }),
  /** Calls such as `GET /user/v1/users`. */
  excludedCalls: z.array(z.string().max(300)).max(2000).meta({ label: "排除接口" }),
  /** Codes of roles. */
  grantableRoles: z.array(z.string().max(60)).max(500).meta({ label: "可授予角色" }),
  /** The staff number of the owner. */
  owner: withMeta(z.string().max(40).nullable(), { label: "角色负责人" }),
});
export type RoleEntry = z.output<typeof RoleEntry>;

/** Finds the first code that the file holds twice, because the second entry would silently overwrite the first. */
function doubleOf(roles: readonly RoleEntry[]): string | undefined {
  return roles.find(({ code }, place) => roles.findIndex((other) => other.code === code) < place)?.code;
}

/** The content of the file. */
export const RoleFile = z.strictObject({
  kind: z.literal("ops.roles").meta({ label: "文件类型" }),
  format: z.literal(1).meta({ label: "文件版本" }),
  roles: z
    .array(RoleEntry)
    .min(1, "文件中没有角色")
    .max(200, "单次最多导入200个角色")
    .refine((roles) => doubleOf(roles) === undefined, {
      error: ({ input }) => `文件中角色编码重复：${doubleOf(RoleEntry.array().parse(input))}`,
    })
    .meta({ label: "角色" }),
});
export type RoleFile = z.output<typeof RoleFile>;

export const exportRoles = endpoint({
  method: "POST",
  path: "/user/v1/roles/export",
  audit: "导出角色",
  permission: "authority:role:export",
  risk: "HIGH",
  body: z.object({
    ids: z.array(recordId).min(1, "请选择要导出的角色").max(200, "单次最多导出200个角色").meta({ label: "角色" }),
  }),
  answer: RoleFile.extend({
    roles: z.array(RoleEntry.extend({ owner: ofUser("staffNo", z.string().nullable()) })),
  }),
});

/** The parts of an entry that this environment does not know or the importer may not see. */
export const UnknownParts = z.object({
  codes: z.array(z.string()),
  organizations: z.array(z.object({ code: z.string(), name: z.string(), withChildren: z.boolean() })),
  /** These are left out: pages, calls, fields, roles and the owner. */
  others: z.array(z.string()),
});
export type UnknownParts = z.output<typeof UnknownParts>;

export const importStates = { NEW: "新增", CHANGED: "有变更", SAME: "内容一致", TAKEN: "编码被占用" } as const;

export const ImportedRole = z.object({
  code: withMeta(z.string(), { label: "编码" }),
  name: withMeta(z.string(), { label: "角色名称" }),
  state: oneOf(importStates).meta({ label: "结果" }),
  /** The role with this code in this environment; null for a new one. */
  role: RoleDetail.nullable(),
  /** The entry with the ids of this environment, without unknown parts. */
  draft: RoleDraft,
  diff: RoleDiff.nullable(),
  unknown: UnknownParts.meta({ label: "未知项" }),
});
export type ImportedRole = z.output<typeof ImportedRole>;

/** Reads the file and changes nothing. Its answer is previewed and saved like any other draft, with the same checks. */
export const checkRoleImport = endpoint({
  method: "POST",
  path: "/user/v1/roles/import/check",
  audit: "检查角色导入",
  permission: "authority:role:edit",
  body: RoleFile,
  answer: z.array(ImportedRole),
});

/** One role in the matrix: its codes with their scopes. */
export const MatrixRole = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(["ENABLED", "DISABLED"]),
  permissionCodes: z.array(z.string()),
  dataScope: scopeKind,
  scopeOverrides: z.record(z.string(), scopeKind),
});
export type MatrixRole = z.output<typeof MatrixRole>;

export const getRoleMatrix = endpoint({
  method: "GET",
  path: "/user/v1/roles/matrix",
  title: "角色权限矩阵",
  permission: "authority:role:list",
  /** The first thousand roles that the reader may see, by name. */
  answer: z.object({ roles: z.array(MatrixRole) }),
});
