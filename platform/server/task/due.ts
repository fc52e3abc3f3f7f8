import { z } from "zod";
import { job } from "../jobs/job.ts";

/** Tells that a task waits. It is idempotent, because the worker that takes the task has a lease. */
export const taskDue = job({
  name: "platform.task",
  title: "导入导出任务",
  payload: z.object({ taskId: z.uuid() }),
  parallel: 3,
  run: async () => {
    throw new Error("the node puts the work itself here");
  },
});
