import { actsOf, recordId } from "@ops/platform/contract";
import { z } from "zod";
import { PARTNER_PAGE } from "../words.ts";
import { OnboardTask, OnboardTaskShape } from "./shape.ts";
import { taskStates } from "./states.ts";

const HANDLE = "partner:onboard:handle";

export const onboardTaskActs = actsOf(
  taskStates,
  {
    path: "/partner/v1/onboard-tasks",
    page: PARTNER_PAGE,
    answer: OnboardTask,
    number: "name",
    requires: ["partner:partner:view"],
  },
  {
    start: { permission: HANDLE, audit: "开始处理入驻任务", button: "开始", done: "已开始处理" },
    done: {
      permission: HANDLE,
      audit: "完成入驻任务",
      body: {
        ...OnboardTaskShape.required("evidence"),
        fileIds: z.array(recordId).max(9).default([]).meta({ label: "凭证" }),
      },
    },
    reject: {
      permission: HANDLE,
      audit: "退回入驻任务",
      reason: true,
      danger: true,
      title: ({ name }) => `退回任务 · ${name}`,
      done: "已退回",
    },
  },
);
export const {
  start: startOnboardTask,
  done: finishOnboardTask,
  reject: rejectOnboardTask,
} = onboardTaskActs.endpoints;
