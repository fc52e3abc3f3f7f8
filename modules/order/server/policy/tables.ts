import { PolicyShape, policyFrame } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

export const policies = tableOf(PolicyShape, {
  scope: { unscoped: "policies are the same for the whole brand" },
  read: policyFrame.view,
  number: "code",
});
export type PolicyRow = RowOf<typeof policies>;
