import { assessmentStates } from "../../contract/index.ts";
import { throughPartner } from "../company/scope.ts";
import { type RowOf, table } from "../database.ts";

export const assessments = table("partnerAssessment", {
  entity: "考核",
  scope: throughPartner("partnerAssessment"),
  partOf: { table: "partner", by: "partnerId" },
  number: "period",
  json: ["items"],
  labels: {
    period: "考核月份",
    totalHundredths: "总分（百分之一分）",
    level: "等级",
    state: "状态",
    rectifyDueOn: "整改期限",
    rectifyNote: "整改说明",
  },
  words: { state: assessmentStates },
});
export type AssessmentRow = RowOf<typeof assessments>;
