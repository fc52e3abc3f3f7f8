import { actsOf, callsOf, endpoint, idParams } from "@ops/platform/contract";
import { z } from "zod";
import { Rectification, RectificationShape, Verification, VerificationShape } from "../project/round-shapes.ts";
import { nodeFrame } from "../project/shape.ts";
import { rectificationStates } from "../project/states.ts";
import { PROJECT_PAGE } from "../project-template/words.ts";

export const VERIFY_EDIT = "store:verify:edit";

/** Begins a round of verification. */
export const addVerification = endpoint({
  method: "POST",
  path: "/store/v1/projects/{id}/verifications",
  audit: "发起项目验收",
  permission: VERIFY_EDIT,
  requires: ["store:project:list"],
  page: PROJECT_PAGE,
  params: idParams,
  body: z.strictObject(VerificationShape.pick("kind", "verifierIds")),
  answer: Verification,
});

/** Saves the sheet; the final one is frozen with its result. */
export const saveVerification = callsOf(VerificationShape, {
  path: "/store/v1/verifications",
  page: PROJECT_PAGE,
  answer: Verification,
  view: "store:project:view",
  edit: VERIFY_EDIT,
}).edit({ ...VerificationShape.pick("items"), isFinal: z.boolean().meta({ label: "提交" }) }, "填写验收单");

export const rectificationActs = actsOf(
  rectificationStates,
  {
    path: "/store/v1/rectifications",
    page: PROJECT_PAGE,
    answer: Rectification,
    number: "requirement",
    requires: ["store:project:list"],
  },
  {
    finish: {
      permission: nodeFrame.edit,
      audit: "提交整改",
      body: RectificationShape.pick("afterFileIds"),
    },
    close: {
      permission: VERIFY_EDIT,
      audit: "关闭整改项",
      confirm: ({ requirement }) => `关闭整改项「${requirement}」？`,
      done: "已关闭！",
      when: ({ isVerifier, isOwn }) => isVerifier && !isOwn,
    },
  },
);
export const { finish: finishRectification, close: closeRectification } = rectificationActs.endpoints;
