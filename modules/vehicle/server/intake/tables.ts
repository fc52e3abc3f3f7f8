import { IntakeShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

export const intakes = tableOf(IntakeShape, {
  scope: { unscoped: "messages of other systems, read by headquarters with a permission of its own" },
  number: "eventId",
  json: ["payload", "conflicts"],
});
export type IntakeRow = RowOf<typeof intakes>;
