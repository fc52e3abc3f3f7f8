import { pageData } from "@ops/platform/contract";

/** The data in the addresses of this module's pages (PF-R128). */
export const UserPage = pageData("/AuthorityManagement/UserManagementDetail/{data}", {
  view: { id: "id" },
  create: {},
});
export const OrganizationPage = pageData("/AuthorityManagement/OrgManagementDetail/{data}", { view: { id: "id" } });
export const RolePage = pageData("/AuthorityManagement/RoleManagementDetail/{data}", { view: { id: "id" } });
export const MenuPage = pageData("/AuthorityManagement/MenuManagementDetail/{data}", { view: { id: "id" } });
export const InterfacePage = pageData("/AuthorityManagement/InterfaceAuthority/{data}", { view: { id: "id" } });
