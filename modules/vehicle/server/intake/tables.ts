import { intakeStates } from "../../contract/index.ts";
import { type RowOf, table } from "../database.ts";

export const intakes = table("carIntake", {
  entity: "接入事件",
  scope: { unscoped: "messages of other systems, read by headquarters with a permission of its own" },
  number: "eventId",
  json: ["payload", "conflicts"],
  labels: { state: "状态", reason: "原因" },
  words: { state: intakeStates.states },
});
export type IntakeRow = RowOf<typeof intakes>;
