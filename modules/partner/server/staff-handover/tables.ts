import { HandoverShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

export const handovers = tableOf(HandoverShape, {
  scope: { unscoped: "reached through the person alone" },
  partOf: { table: "partnerStaff", by: "staffId" },
});
export type HandoverRow = RowOf<typeof handovers>;
