import { type MyAnnouncement, myAnnouncements, readAnnouncement } from "@ops/platform/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { queryClient } from "../call/query-client.ts";
import { useCall } from "../call/use-call.ts";
import { queryKeyOf, useEndpoint } from "../call/use-query.ts";
import { useSession } from "../session/use-session.ts";

const BUDGET_MS = 3_000;
/** Open pages are told of each one; this is for those whom the news did not reach. */
const LOOK_AGAIN_MS = 300_000;

/** The announcements for the user, shared by bell, dialog and home page; none while the password has to be changed. */
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

/** Marks one as read; told at once on the screen, the answer of the server follows. */
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
