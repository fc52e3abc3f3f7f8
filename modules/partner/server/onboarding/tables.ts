import { taskStates } from "../../contract/index.ts";
import { throughPartner } from "../company/scope.ts";
import { type RowOf, table } from "../database.ts";

export const onboardTasks = table("partnerOnboardTask", {
  entity: "入驻任务",
  scope: throughPartner("partnerOnboardTask"),
  read: "partner:partner:view",
  partOf: { table: "partner", by: "partnerId" },
  number: "name",
  labels: {
    name: "任务",
    ownerRole: "负责",
    mandatory: "必须",
    dueOn: "截止日期",
    state: "状态",
    evidence: "完成说明",
    note: "退回原因",
  },
  words: { state: taskStates.states },
});
export type OnboardTaskRow = RowOf<typeof onboardTasks>;
