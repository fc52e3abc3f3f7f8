import { usePages } from "@ops/platform/web";

/** A new role opens on its own page, where it gets its permissions. */
export function useOpenRole(): (role: { readonly id: string }) => void {
  const pages = usePages();
  return ({ id }) => pages.open("/AuthorityManagement/RoleManagementDetail/{data}", { id, mode: "edit" });
}
