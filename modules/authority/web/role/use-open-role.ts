import { usePages } from "@ops/platform/web";
import { addressOfRole } from "./address-of-role.ts";

/** Opens the page of a new role, where it gets its permissions. */
export function useOpenRole(): (role: { readonly id: string }) => void {
  const pages = usePages();
  return ({ id }) => pages.open(addressOfRole(id));
}
