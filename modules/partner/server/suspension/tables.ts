import { suspensionKinds, suspensionStates } from "../../contract/index.ts";
import { throughPartner } from "../company/scope.ts";
import { type RowOf, table } from "../database.ts";

export const suspensions = table("partnerSuspension", {
  entity: "暂停单",
  scope: throughPartner("partnerSuspension"),
  read: "partner:suspension:view",
  json: ["plan", "preview"],
  labels: {
    kind: "类型",
    reason: "原因",
    state: "状态",
    stateReason: "驳回原因",
    undoReason: "恢复原因",
  },
  words: { state: suspensionStates.states, kind: suspensionKinds },
});
export type SuspensionRow = RowOf<typeof suspensions>;
