import { EnabledRoleRef, listRoles, organizationTree } from "@ops/authority/contract";
import { type AudienceInputProps, RefsPicker, useMay } from "@ops/platform/web";
import { OrganizationSelectMany } from "../organization/OrganizationSelect.tsx";

/** Chooses the audience of an announcement: organisations of the tree, or roles. */
export default function AudienceInput({ of, ...rest }: AudienceInputProps) {
  const may = useMay();
  const needs = of === "ORGS" ? organizationTree : listRoles;
  if (!may(needs))
    return <span className="home-hint">您没有查看{of === "ORGS" ? "组织" : "角色"}的权限，无法选择</span>;
  if (of === "ORGS") return <OrganizationSelectMany {...rest} />;
  return <RefsPicker {...rest} kind={EnabledRoleRef.kind} by={listRoles.permission} />;
}
