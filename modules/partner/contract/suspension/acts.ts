import { callsOf, endpoint, idParams, reason, reasonBody, requiredText, version } from "@ops/platform/contract";
import { z } from "zod";
import { PARTNER_PAGE } from "../words.ts";
import {
  CascadeChoice,
  cascadePlan,
  evidence,
  Suspension,
  SuspensionDetail,
  SuspensionShape,
  suspensionFrame,
} from "./shape.ts";

const calls = callsOf(SuspensionShape, suspensionFrame);

/** Begins a draft, or takes up the open one, with what lies with the partner at this moment. */
export const previewSuspension = endpoint({
  method: "POST",
  path: "/partner/v1/partners/{id}/suspension/preview",
  audit: "预览暂停影响",
  permission: suspensionFrame.edit,
  page: PARTNER_PAGE,
  risk: "HIGH",
  params: idParams,
  body: z.object({ reason: requiredText("暂停原因", 200), fileIds: evidence }),
  answer: SuspensionDetail,
});

/** The same numbers for the second person, made anew; the plan stays. */
export const refreshPreview = calls.on("preview", "重新预览暂停影响", {});

/** Hands the draft with its plan to a second person. */
export const submitSuspension = endpoint({
  method: "POST",
  path: "/partner/v1/partners/{id}/suspension",
  audit: "提交暂停复核",
  permission: suspensionFrame.edit,
  page: PARTNER_PAGE,
  risk: "HIGH",
  params: idParams,
  body: z.object({ plan: cascadePlan, version }),
  answer: SuspensionDetail,
});

export const confirmSuspension = { ...calls.on("confirm", "确认暂停", {}), risk: "HIGH" } as const;

export const rejectSuspension = calls.on("reject", "驳回暂停", { reason });

/** Goes on where it stopped; nothing is done twice. */
export const retrySuspension = calls.on("retry", "重试暂停处理", {});

/** What this suspension did is undone where it still stands as the suspension left it (PT-R8). */
export const resumePartner = endpoint({
  method: "POST",
  path: "/partner/v1/partners/{id}/resume",
  audit: "恢复合作",
  permission: "partner:partner:resume",
  page: PARTNER_PAGE,
  risk: "HIGH",
  params: idParams,
  body: reasonBody,
  answer: z.array(Suspension),
});

export const ExitPreview = z.object({
  choices: z.array(CascadeChoice),
  /** What has to be settled before the end. */
  open: z.array(z.string()),
});

export const previewExit = endpoint({
  method: "GET",
  path: "/partner/v1/partners/{id}/exit/preview",
  title: "清退预览",
  permission: "partner:partner:terminate",
  page: PARTNER_PAGE,
  params: idParams,
  answer: ExitPreview,
});

export const startExit = endpoint({
  method: "POST",
  path: "/partner/v1/partners/{id}/exit",
  audit: "发起清退",
  permission: "partner:partner:terminate",
  page: PARTNER_PAGE,
  risk: "HIGH",
  params: idParams,
  body: reasonBody.extend({ fileIds: evidence, plan: cascadePlan }),
  answer: Suspension,
});

export const terminatePartner = endpoint({
  method: "POST",
  path: "/partner/v1/partners/{id}/terminate",
  audit: "终止合作",
  permission: "partner:partner:terminate",
  page: PARTNER_PAGE,
  risk: "CRITICAL",
  params: idParams,
  body: reasonBody,
  answer: z.object({ id: z.string(), version }),
});

export const cancelExit = endpoint({
  method: "POST",
  path: "/partner/v1/partners/{id}/cancelExit",
  audit: "取消清退",
  permission: "partner:partner:terminate",
  page: PARTNER_PAGE,
  params: idParams,
  body: reasonBody,
  answer: z.object({ id: z.string(), version }),
});
