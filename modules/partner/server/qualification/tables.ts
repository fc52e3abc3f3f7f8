import { QualificationShape } from "../../contract/index.ts";
import { throughPartner } from "../company/scope.ts";
import { type RowOf, tableOf } from "../database.ts";

export const qualifications = tableOf(QualificationShape, {
  scope: throughPartner("partnerQualification"),
  read: "partner:partner:view",
  partOf: { table: "partner", by: "partnerId" },
});
export type QualificationRow = RowOf<typeof qualifications>;
