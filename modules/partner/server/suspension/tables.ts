import { SuspensionShape } from "../../contract/index.ts";
import { throughPartner } from "../company/scope.ts";
import { type RowOf, tableOf } from "../database.ts";

export const suspensions = tableOf(SuspensionShape, {
  scope: throughPartner("partnerSuspension"),
  read: "partner:suspension:view",
  json: ["plan", "preview"],
  labels: { undoReason: "恢复原因" },
});
export type SuspensionRow = RowOf<typeof suspensions>;
