import {
  endpoint,
  idParams,
  moment,
  reasonBody,
  recordId,
  requiredText,
  StoredFile,
  version,
} from "@ops/platform/contract";
import { z } from "zod";
import { PARTNER_PAGE } from "../words.ts";
import { taskStates } from "./states.ts";

/** 入驻任务: what has to be done before a partner can be 合作中 (PT-R18). */
export const OnboardTask = z.object({
  id: z.string(),
  partnerId: z.string(),
  code: z.string(),
  name: z.string().meta({ label: "任务" }),
  ownerRole: z.string().meta({ label: "负责" }),
  mandatory: z.boolean().meta({ label: "必须" }),
  /** What has to be done before and is not: names of tasks and papers. */
  blockers: z.array(z.string()),
  dueOn: z.string().meta({ label: "截止日期" }),
  /** Days past its due day; 0 while there is time. */
  overdueDays: z.int(),
  state: taskStates.schema,
  evidence: z.string().nullable().meta({ label: "完成说明" }),
  files: z.array(StoredFile).meta({ label: "凭证" }),
  note: z.string().nullable().meta({ label: "退回原因" }),
  /** On the chain that decides when the partner can begin. */
  isCritical: z.boolean(),
  doneAt: moment.nullable().meta({ label: "完成时间" }),
  updatedByName: z.string(),
  version,
});
export type OnboardTask = z.output<typeof OnboardTask>;

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

const act = {
  permission: "partner:onboard:handle",
  requires: ["partner:partner:view"],
  page: PARTNER_PAGE,
  params: idParams,
  answer: OnboardTask,
} as const;

export const startOnboardTask = endpoint({
  ...act,
  method: "POST",
  path: "/partner/v1/onboard-tasks/{id}/start",
  audit: "开始处理入驻任务",
  body: z.object({ version }),
});

export const finishOnboardTask = endpoint({
  ...act,
  method: "POST",
  path: "/partner/v1/onboard-tasks/{id}/done",
  audit: "完成入驻任务",
  body: z.object({
    evidence: requiredText("完成说明", 400),
    fileIds: z.array(recordId).max(9).default([]).meta({ label: "凭证" }),
    version,
  }),
});

export const rejectOnboardTask = endpoint({
  ...act,
  method: "POST",
  path: "/partner/v1/onboard-tasks/{id}/reject",
  audit: "退回入驻任务",
  body: reasonBody,
});
