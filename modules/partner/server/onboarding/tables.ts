import { OnboardTaskShape } from "../../contract/index.ts";
import { throughPartner } from "../company/scope.ts";
import { type RowOf, tableOf } from "../database.ts";

export const onboardTasks = tableOf(OnboardTaskShape, {
  scope: throughPartner("partnerOnboardTask"),
  read: "partner:partner:view",
  partOf: { table: "partner", by: "partnerId" },
  number: "name",
});
export type OnboardTaskRow = RowOf<typeof onboardTasks>;
