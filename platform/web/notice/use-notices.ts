import { countUnreadNotices, listNotices } from "@ops/platform/contract";
import { useQueryClient } from "@tanstack/react-query";
import { queryKeyOf, useEndpoint } from "../call/use-query.ts";
import { useLive } from "../live/live-news.ts";
import { useSession } from "../session/use-session.ts";

/** Open pages get news of each notice. This interval is for pages that missed the news. */
const LOOK_AGAIN_MS = 300_000;

/** Counts unread notices. Nothing is loaded while the password must be changed. */
export function useUnreadNotices() {
  const { user } = useSession();
  const cache = useQueryClient();
  const look = () => {
    for (const stale of [countUnreadNotices, listNotices]) {
      void cache.invalidateQueries({ queryKey: queryKeyOf(stale) });
    }
  };
  useLive("notice.new", look);
  useLive("notice.read", look);
  return useEndpoint(
    countUnreadNotices,
    {},
    {
      enabled: user !== null && !user.changePwdStatus,
      background: true,
      staleTime: 60_000,
      refetchInterval: LOOK_AGAIN_MS,
    },
  );
}
