import { addressOfPage } from "@ops/platform/web";

export const addressOfUser = ({ id }: { readonly id: string }) =>
  addressOfPage("/AuthorityManagement/UserManagementDetail/{data}", { id, mode: "view" });
