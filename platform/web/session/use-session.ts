import type { Endpoint, MenuNode, UserInfo } from "@ops/platform/contract";
import { useCallback } from "react";
import { useShallow } from "zustand/react/shallow";
import { mayCall } from "./permissions.ts";
import { useSessionStore } from "./session-store.ts";

/** Who is signed in and what the server lets the sidebar show. */
export function useSession(): { user: UserInfo | null; menu: MenuNode[] } {
  return useSessionStore(useShallow(({ user, menu }) => ({ user, menu })));
}

/** Whether the user may call an endpoint or holds a permission code; decides what a page offers, never what is allowed. */
export function useMay(): (needs: Endpoint | string) => boolean {
  const codes = useSessionStore(({ user }) => user?.permissionCodeList);
  const excluded = useSessionStore(({ user }) => user?.excludedCalls);
  return useCallback((needs) => mayCall(codes ?? [], needs, excluded), [codes, excluded]);
}
