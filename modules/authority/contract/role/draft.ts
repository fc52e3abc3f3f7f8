import { boundedText, fieldModes, ownValue, recordId, ref, requiredText } from "@ops/platform/contract";
import { z } from "zod";
import { organizationType } from "../organization/shape.ts";
import { PersonRef, RoleRef } from "../refs.ts";

export const scopeKind = z.enum(["ALL", "ORG_TREE", "ORG", "SELF", "CUSTOM"], "请选择数据范围");
export type ScopeKind = z.output<typeof scopeKind>;

const noTwice = (list: readonly string[]) => new Set(list).size === list.length;

export const CustomOrg = z.strictObject({ orgId: recordId, withChildren: z.boolean() });

// the service checks owner and roles itself, because it requires more than that the caller may see them
const owner = ref(PersonRef, "角色负责人", { message: "编号格式不正确", checkedBy: "service" });
const grantable = ref(RoleRef, "可授予角色", { message: "编号格式不正确", checkedBy: "service" });

/** The content of a role that a save sets: everything except code and state. */
export const RoleDraft = z.strictObject({
  name: requiredText("角色名称", 40),
  category: boundedText("角色分类", 40).nullable(),
  description: boundedText("描述", 400).nullable(),
  menuKeys: z.array(z.string().max(100)).max(1000).refine(noTwice, "菜单重复").meta({ label: "菜单" }),
  permissionCodes: z.array(z.string().max(120)).max(5000).refine(noTwice, "权限点重复").meta({ label: "权限点" }),
  dataScope: scopeKind.meta({ label: "数据范围", dict: "data_scope" }),
  /** Scopes of single codes, which override `dataScope`. */
  scopeOverrides: z.record(z.string().max(120), scopeKind).meta({ label: "单独的数据范围" }),
  customOrgs: z.array(CustomOrg).max(200).meta({ label: "自定义组织" }),
  /** Interfaces of its codes that the role excludes. */
  excludedInterfaces: z.array(recordId).max(2000).refine(noTwice, "排除接口重复").meta({ label: "排除接口" }),
  /** What holders may do with a field such as `user.email`. A field without a rule is not restricted. */
  fieldRules: z.record(z.string().max(120), z.enum(fieldModes, "请选择字段权限")).meta({ label: "字段权限" }),
  grantableRoleIds: z.array(grantable).max(500).refine(noTwice, "可授予角色重复"),
  exclusiveOrgTypes: z
    .array(organizationType)
    .max(8)
    .refine(noTwice, "适用组织类型重复")
    .meta({ label: "适用组织类型" }),
  /** The kinds of partners whose people may get the role from the partner module. */
  partnerKinds: z
    .array(z.string().max(40))
    .max(20)
    .refine(noTwice, "合作类型重复")
    .default([])
    .meta({ label: "可授予伙伴" }),
  maxDays: z.int("最长授予天数格式不正确").min(1).max(3650).nullable().meta({ label: "最长授予天数" }),
  ownerUserId: owner.nullable(),
});
export type RoleDraft = z.output<typeof RoleDraft>;

/** The differences between two contents of a role by codes and keys; the page looks up the names. */
export const RoleDiff = z.object({
  addedCodes: z.array(z.string()),
  removedCodes: z.array(z.string()),
  addedPages: z.array(z.string()),
  removedPages: z.array(z.string()),
  /** A null `code` means the default scope of the role. */
  scopes: z.array(z.object({ code: z.string().nullable(), from: scopeKind.nullable(), to: scopeKind.nullable() })),
  /** Ids of interfaces that are excluded from now on, and of those that are no longer excluded. */
  addedExclusions: z.array(z.string()),
  removedExclusions: z.array(z.string()),
  /** Null is a field without a rule. */
  fields: z.array(
    z.object({ field: z.string(), from: z.enum(fieldModes).nullable(), to: z.enum(fieldModes).nullable() }),
  ),
  /** Other things that changed, by their Chinese names. */
  others: z.array(z.string()),
});
export type RoleDiff = z.output<typeof RoleDiff>;

const otherNames = {
  name: "名称",
  category: "分类",
  description: "描述",
  customOrgs: "自定义组织",
  grantableRoleIds: "可授予角色",
  exclusiveOrgTypes: "适用组织类型",
  partnerKinds: "可授予伙伴",
  maxDays: "最长授予天数",
  ownerUserId: "角色负责人",
} satisfies Partial<Record<keyof RoleDraft, string>>;

export function roleDiff(before: RoleDraft, after: RoleDraft): RoleDiff {
  const others: [string, unknown, unknown][] = [
    [otherNames.name, before.name, after.name],
    [otherNames.category, before.category, after.category],
    [otherNames.description, before.description, after.description],
    [otherNames.customOrgs, before.customOrgs, after.customOrgs],
    [otherNames.grantableRoleIds, before.grantableRoleIds.toSorted(), after.grantableRoleIds.toSorted()],
    [otherNames.exclusiveOrgTypes, before.exclusiveOrgTypes.toSorted(), after.exclusiveOrgTypes.toSorted()],
    [otherNames.partnerKinds, before.partnerKinds.toSorted(), after.partnerKinds.toSorted()],
    [otherNames.maxDays, before.maxDays, after.maxDays],
    [otherNames.ownerUserId, before.ownerUserId, after.ownerUserId],
  ];
  return {
    addedCodes: missing(after.permissionCodes, before.permissionCodes),
    removedCodes: missing(before.permissionCodes, after.permissionCodes),
    addedPages: missing(after.menuKeys, before.menuKeys),
    removedPages: missing(before.menuKeys, after.menuKeys),
    scopes: scopeChanges(before, after),
    addedExclusions: missing(after.excludedInterfaces, before.excludedInterfaces),
    removedExclusions: missing(before.excludedInterfaces, after.excludedInterfaces),
    fields: fieldChanges(before.fieldRules, after.fieldRules),
    others: others.filter(([, was, is]) => JSON.stringify(was) !== JSON.stringify(is)).map(([name]) => name),
  };
}

export function isSame({ others, ...lists }: RoleDiff): boolean {
  return others.length === 0 && Object.values(lists).every((list) => list.length === 0);
}

function missing(list: readonly string[], from: readonly string[]): string[] {
  const there = new Set(from);
  return list.filter((one) => !there.has(one)).toSorted();
}

function scopeChanges(before: RoleDraft, after: RoleDraft): RoleDiff["scopes"] {
  const codes = [...new Set([...Object.keys(before.scopeOverrides), ...Object.keys(after.scopeOverrides)])].toSorted();
  const changed = codes.flatMap((code) => {
    const [from, to] = [ownValue(before.scopeOverrides, code), ownValue(after.scopeOverrides, code)];
    return from === to ? [] : [{ code, from, to }];
  });
  if (before.dataScope === after.dataScope) return changed;
  return [{ code: null, from: before.dataScope, to: after.dataScope }, ...changed];
}

function fieldChanges(before: RoleDraft["fieldRules"], after: RoleDraft["fieldRules"]): RoleDiff["fields"] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return fields.flatMap((field) => {
    const [from, to] = [ownValue(before, field), ownValue(after, field)];
    return from === to ? [] : [{ field, from, to }];
  });
}
