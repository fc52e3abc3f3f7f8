import { countUnreadTasks } from "@ops/platform/contract";
import { useEndpoint } from "../call/use-query.ts";
import { useLive } from "../live/live-news.ts";
import { useSession } from "../session/use-session.ts";

/** Open pages get news of each task. This interval is for pages that missed the news. */
const LOOK_AGAIN_MS = 300_000;

/** How many finished tasks of mine I have not seen: the red dot (PF-R71). */
export function useUnreadTasks(): number {
  const { user } = useSession();
  const answer = useEndpoint(
    countUnreadTasks,
    {},
    {
      enabled: user !== null && !user.changePwdStatus,
      background: true,
      silent: true,
      staleTime: 60_000,
      refetchInterval: LOOK_AGAIN_MS,
    },
  );
  useLive("job.finished", () => void answer.refetch());
  return answer.data?.count ?? 0;
}
