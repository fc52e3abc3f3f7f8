import { AssessmentShape } from "../../contract/index.ts";
import { throughPartner } from "../company/scope.ts";
import { type RowOf, tableOf } from "../database.ts";

export const assessments = tableOf(AssessmentShape, {
  scope: throughPartner("partnerAssessment"),
  partOf: { table: "partner", by: "partnerId" },
  number: "period",
  json: ["items"],
  unlogged: ["comment"],
});
export type AssessmentRow = RowOf<typeof assessments>;
