import { z } from "zod";
import { job } from "../jobs/job.ts";

/** That a task waits. Told too often, nothing happens: whoever takes the task up holds its lease. */
export const taskDue = job({
  name: "platform.task",
  title: "导入导出任务",
  payload: z.object({ taskId: z.uuid() }),
  parallel: 3,
  run: async () => {
    throw new Error("the node puts the work itself here");
  },
});
