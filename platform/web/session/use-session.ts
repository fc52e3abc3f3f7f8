import type { Endpoint, MenuNode, UserInfo } from "@ops/platform/contract";
import { useCallback } from "react";
import { useShallow } from "zustand/react/shallow";
import { mayCall } from "./permissions.ts";
import { useSessionStore } from "./session-store.ts";

/** The signed-in user and the menu for the sidebar. */
export function useSession(): { user: UserInfo | null; menu: MenuNode[] } {
  return useSessionStore(useShallow(({ user, menu }) => ({ user, menu })));
}

/**
 * Tells whether the user may call an endpoint or has a permission. It decides what a page offers, never what is
 * allowed.
 */
export function useMay(): (needs: Endpoint | string) => boolean {
  const codes = useSessionStore(({ user }) => user?.permissionCodeList);
  const excluded = useSessionStore(({ user }) => user?.excludedCalls);
  return useCallback((needs) => mayCall(codes ?? [], needs, excluded), [codes, excluded]);
}
