import { type MyAnnouncement, myAnnouncements, readAnnouncement } from "@ops/platform/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { queryClient } from "../call/query-client.ts";
import { useCall } from "../call/use-call.ts";
import { queryKeyOf, useEndpoint } from "../call/use-query.ts";
import { useSession } from "../session/use-session.ts";

const BUDGET_MS = 3_000;
/** Open pages get news of each announcement. This interval is for pages that missed the news. */
const LOOK_AGAIN_MS = 300_000;

/**
 * Loads the announcements for the user, which bell, dialog and home page share; empty while the password must be
 * changed.
 */
export function useAnnouncements(): UseQueryResult<MyAnnouncement[]> {
  const { user } = useSession();
  return useEndpoint(
    myAnnouncements,
    {},
    {
      enabled: user !== null && !user.changePwdStatus,
      background: true,
      timeoutMs: BUDGET_MS,
      staleTime: 60_000,
      refetchInterval: LOOK_AGAIN_MS,
    },
  );
}

/** Marks an announcement as read, on the screen at once, before the server answers. */
export function useRead() {
  const caller = useCall(readAnnouncement, { refreshes: [myAnnouncements] });
  const read = async ({ id, isRead }: MyAnnouncement): Promise<boolean> => {
    if (isRead) return true;
    const { success } = await caller.call({ params: { id } });
    if (success) {
      queryClient.setQueryData<MyAnnouncement[]>(queryKeyOf(myAnnouncements, {}), (known) =>
        known?.map((one) => (one.id === id ? { ...one, isRead: true } : one)),
      );
    }
    return success;
  };
  return { read, pending: caller.pending };
}
