import { listTasks, type Task } from "@ops/platform/contract";
import { useState } from "react";
import { useEndpoint } from "../call/use-query.ts";

const LOOK_MS = 1_500;

/** Follows a task that was started here. It continues if the user leaves, and is found in the download center. */
export function useRunningTask(begun: Task): { readonly task: Task; readonly isOver: boolean } {
  const [isOver, setOver] = useState(false);
  const query = { taskNo: begun.taskNo, kind: begun.kind };
  const answer = useEndpoint(listTasks, { query }, { silent: true, refetchInterval: isOver ? false : LOOK_MS });
  const task = answer.data?.list[0] ?? begun;
  const isDone = task.finishedAt !== null;
  if (isDone !== isOver) setOver(isDone);
  return { task, isOver: isDone };
}
