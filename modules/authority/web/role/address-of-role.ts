import { addressOfPage } from "@ops/platform/web";

export const addressOfRole = (id: string) =>
  addressOfPage("/AuthorityManagement/RoleManagementDetail/{data}", { id, mode: "view" });
