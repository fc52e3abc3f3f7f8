import { endpoint, fieldModes, recordId } from "@ops/platform/contract";
import { z } from "zod";
import { ofUser } from "../person/fields.ts";
import { RoleDetail } from "./calls.ts";
import { RoleDiff, RoleDraft, scopeKind } from "./draft.ts";
import { roleCode } from "./shape.ts";

/** A role as it travels between environments: everything by codes that mean the same on both sides (AU-R35). */
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
  fieldRules: z.record(z.string().max(120), z.enum(fieldModes)),
  customOrgs: z
    .array(z.strictObject({ code: z.string().max(40), name: z.string().max(100), withChildren: z.boolean() }))
    .max(200),
  /** `GET /user/v1/users` */
  excludedCalls: z.array(z.string().max(300)).max(2000),
  /** Codes of roles. */
  grantableRoles: z.array(z.string().max(60)).max(500),
  /** Staff number. */
  owner: z.string().max(40).nullable(),
});
export type RoleEntry = z.output<typeof RoleEntry>;

/** The first code that stands there twice: the second entry would overwrite the first unseen. */
function doubleOf(roles: readonly RoleEntry[]): string | undefined {
  return roles.find(({ code }, place) => roles.findIndex((other) => other.code === code) < place)?.code;
}

/** What the file holds. */
export const RoleFile = z.strictObject({
  kind: z.literal("ops.roles"),
  format: z.literal(1),
  roles: z
    .array(RoleEntry)
    .min(1, "文件中没有角色")
    .max(200, "单次最多导入200个角色")
    .refine((roles) => doubleOf(roles) === undefined, {
      error: ({ input }) => `文件中角色编码重复：${doubleOf(RoleEntry.array().parse(input))}`,
    }),
});
export type RoleFile = z.output<typeof RoleFile>;

export const exportRoles = endpoint({
  method: "POST",
  path: "/user/v1/roles/export",
  audit: "导出角色",
  permission: "authority:role:export",
  risk: "HIGH",
  body: z.object({ ids: z.array(recordId).min(1, "请选择要导出的角色").max(200, "单次最多导出200个角色") }),
  answer: RoleFile.extend({
    roles: z.array(RoleEntry.extend({ owner: ofUser("staffNo", z.string().nullable()) })),
  }),
});

/** What of an entry this environment does not know, or the importer may not see. */
export const UnknownParts = z.object({
  codes: z.array(z.string()),
  organizations: z.array(z.object({ code: z.string(), name: z.string(), withChildren: z.boolean() })),
  /** These are left out: pages, calls, fields, roles and the owner. */
  others: z.array(z.string()),
});
export type UnknownParts = z.output<typeof UnknownParts>;

export const importStates = { NEW: "新增", CHANGED: "有变更", SAME: "内容一致", TAKEN: "编码被占用" } as const;

export const ImportedRole = z.object({
  code: z.string(),
  name: z.string(),
  state: z.enum(["NEW", "CHANGED", "SAME", "TAKEN"]),
  /** The role of that code here; null for a new one. */
  role: RoleDetail.nullable(),
  /** The entry in the ids of this environment, without what is unknown. */
  draft: RoleDraft,
  diff: RoleDiff.nullable(),
  unknown: UnknownParts,
});
export type ImportedRole = z.output<typeof ImportedRole>;

/** Changes nothing: what it answers is previewed and saved like any other draft, under the same guards. */
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
