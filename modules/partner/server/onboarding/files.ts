import { type FileKind, recordFiles } from "@ops/platform/server";
import { finishOnboardTask, partnerErrors, taskStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { onboardTasks } from "./tables.ts";

/** Evidence of a task. It cannot be removed while the task counts as done. */
export const taskFiles: FileKind = {
  ...recordFiles(onboardTasks, { write: finishOnboardTask.permission }),
  refuseRemoval: async (tx, id) => {
    const { state } = await db(tx)
      .selectFrom("partnerOnboardTask")
      .select("state")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (state === "DONE") throw partnerErrors.fileKept({ state: taskStates.label(state) });
  },
};
