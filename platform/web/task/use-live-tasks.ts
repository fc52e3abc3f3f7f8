import { countUnreadTasks, listAllTasks, listTasks, type Page, readTasks, type Task } from "@ops/platform/contract";
import { useEffect, useEffectEvent, useState } from "react";
import { queryClient } from "../call/query-client.ts";
import { serverNow } from "../call/server-clock.ts";
import { useCall } from "../call/use-call.ts";
import { queryKeyOf } from "../call/use-query.ts";
import { useLive } from "../live/live-news.ts";
import { useUnreadTasks } from "./use-unread-tasks.ts";

/** Updates the rows by live events. A finished task is shown with its file. */
export function useLiveTasks(): void {
  useLive("job.progress", ({ jobId, done, total }) => {
    queryClient.setQueriesData<Page<Task>>({ queryKey: queryKeyOf(listTasks) }, (page) => {
      if (!page) return page;
      const list = page.list.map((task) =>
        task.id === jobId ? { ...task, status: "RUNNING" as const, done, total } : task,
      );
      return { ...page, list };
    });
  });
  useLive("job.finished", () => {
    for (const stale of [listTasks, listAllTasks]) void queryClient.invalidateQueries({ queryKey: queryKeyOf(stale) });
  });
}

interface Seen {
  isSeen(task: Task): boolean;
  markSeen(tasks: readonly Task[]): void;
}

/**
 * Marks finished tasks as seen when the download center is opened. Their dots stay until the next visit or a download.
 */
export function useSeenTasks(): Seen {
  const [openedAt] = useState(() => serverNow());
  const [saved, setSaved] = useState<readonly string[]>([]);
  const unread = useUnreadTasks();
  const reading = useCall(readTasks, { silent: true, refreshes: [countUnreadTasks] });
  const read = useEffectEvent(() => void reading.call({}));
  useEffect(() => {
    if (unread > 0) read();
  }, [unread]);
  const isSeen = ({ id, readAt, finishedAt, status }: Task) => {
    if (finishedAt === null || status === "CANCELED" || status === "EXPIRED" || saved.includes(id)) return true;
    return readAt !== null && new Date(`${readAt.replace(" ", "T")}+08:00`) < openedAt;
  };
  return { isSeen, markSeen: (tasks) => setSaved((ids) => [...ids, ...tasks.map(({ id }) => id)]) };
}
