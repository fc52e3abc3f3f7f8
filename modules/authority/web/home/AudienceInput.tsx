import { listRoles, organizationTree } from "@ops/authority/contract";
import { type AudienceInputProps, useMay } from "@ops/platform/web";
import { OrganizationSelectMany } from "../organization/OrganizationSelect.tsx";
import { RoleSearchMany } from "../role/RoleSearch.tsx";

/** Whom an announcement is for: organisations of the tree, or roles. */
export default function AudienceInput({ of, ...rest }: AudienceInputProps) {
  const may = useMay();
  const needs = of === "ORGS" ? organizationTree : listRoles;
  if (!may(needs))
    return <span className="home-hint">您没有查看{of === "ORGS" ? "组织" : "角色"}的权限，无法选择</span>;
  return of === "ORGS" ? <OrganizationSelectMany {...rest} /> : <RoleSearchMany {...rest} status="ENABLED" />;
}
