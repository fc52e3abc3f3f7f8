import { paperKinds, qualificationStates } from "../../contract/index.ts";
import { throughPartner } from "../company/scope.ts";
import { type RowOf, table } from "../database.ts";

export const qualifications = table("partnerQualification", {
  entity: "资质",
  scope: throughPartner("partnerQualification"),
  read: "partner:partner:view",
  partOf: { table: "partner", by: "partnerId" },
  labels: {
    kind: "资质类型",
    number: "证照编号",
    issueOn: "签发日期",
    expireOn: "有效期至",
    state: "状态",
    note: "驳回原因",
  },
  words: { kind: paperKinds, state: qualificationStates.states },
});
export type QualificationRow = RowOf<typeof qualifications>;
