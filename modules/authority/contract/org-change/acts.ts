import { actsOf } from "@ops/platform/contract";
import { orgChangeStates } from "../organization/states.ts";
import { type OrgChange, orgChangeFrame } from "./calls.ts";

const withdrawal = {
  danger: true,
  confirm: ({ changeNo }: OrgChange) => `撤销变更单 ${changeNo}？`,
  done: "已撤销",
} as const;

/**
 * Each permission covers only its own changes: people who may merge can withdraw merges, people who may move can
 * withdraw the others.
 */
export const orgChangeActs = actsOf(
  orgChangeStates,
  { path: orgChangeFrame.path, answer: orgChangeFrame.answer, number: "changeNo" },
  {
    cancel: {
      ...withdrawal,
      permission: orgChangeFrame.edit,
      audit: "撤销组织变更",
      when: ({ kind }) => kind !== "MERGE",
    },
    cancelMerge: {
      ...withdrawal,
      move: "cancel",
      permission: "authority:org:merge",
      audit: "撤销组织合并",
      when: ({ kind }) => kind === "MERGE",
    },
  },
);
export const { cancel: cancelOrgChange, cancelMerge } = orgChangeActs.endpoints;
