import { stateMachine } from "@ops/platform/contract";

export const priceStates = stateMachine({
  code: "VEHICLE",
  entity: "价格",
  initial: "DRAFT",
  states: { DRAFT: "草稿", PUBLISHED: "已发布" },
  moves: {
    publish: { label: "发布", from: ["DRAFT"], to: "PUBLISHED" },
    remove: { label: "删除", from: ["DRAFT"], to: "DRAFT" },
    withdraw: { label: "撤回", from: ["PUBLISHED"], to: "DRAFT" },
    end: { label: "结束", from: ["PUBLISHED"], to: "PUBLISHED" },
  },
});
