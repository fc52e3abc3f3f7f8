import { actsOf, callsOf, endpoint, idParams, reasonBody, requiredText, version } from "@ops/platform/contract";
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
import { suspensionStates } from "./states.ts";

const calls = callsOf(SuspensionShape, suspensionFrame);

/** Creates a draft, or continues the open one, and counts what the partner holds at this moment. */
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

const permission = suspensionFrame.edit;

export const suspensionActs = actsOf(
  suspensionStates,
  { ...suspensionFrame, number: "partnerName" },
  {
    /** The person who handed it in may not confirm it, and the numbers of its preview must still be true. */
    confirm: {
      permission,
      audit: "确认暂停",
      risk: "HIGH",
      when: ({ isSubmitted, isMine, isStale }) => isSubmitted && !isMine && !isStale,
      button: "确认暂停",
      primary: true,
      done: "合作已暂停，正在执行处理方案",
    },
    /** Counts the numbers again for the second person; the plan stays as it is. */
    preview: {
      permission,
      audit: "重新预览暂停影响",
      when: ({ isSubmitted, isStale }) => isSubmitted && isStale,
      button: "重新预览",
      done: "已重新预览",
    },
    reject: { permission, audit: "驳回暂停", reason: true, danger: true },
  },
);
export const {
  confirm: confirmSuspension,
  preview: refreshPreview,
  reject: rejectSuspension,
} = suspensionActs.endpoints;

/** Continues a suspension or a restoration where it stopped (decision 0043). Nothing is done twice. */
export const retrySuspension = calls.on("retry", "重试暂停处理", {});

/** Undoes each change of the suspension, unless the record was changed again since (PT-R8). */
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
  path: "/partner/v1/partners/{id}/cancel-exit",
  audit: "取消清退",
  permission: "partner:partner:terminate",
  page: PARTNER_PAGE,
  params: idParams,
  body: reasonBody,
  answer: z.object({ id: z.string(), version }),
});
