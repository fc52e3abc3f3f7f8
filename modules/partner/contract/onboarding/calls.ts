import { endpoint, idParams } from "@ops/platform/contract";
import { z } from "zod";
import { OnboardTask } from "./shape.ts";

export const listOnboardTasks = endpoint({
  method: "GET",
  path: "/partner/v1/partners/{id}/onboard-tasks",
  title: "入驻任务",
  permission: "partner:partner:view",
  params: idParams,
  answer: z.object({
    tasks: z.array(OnboardTask),
    /** 预计可启用日期: the end of the longest chain of open tasks; null when nothing is open. */
    readyOn: z.string().nullable(),
  }),
});
