import { HoursShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

/** The hours of a store have its id; the summary of a change tells them in words. */
export const hoursTable = tableOf(HoursShape, {
  scope: { organization: "id" },
  partOf: { table: "store", by: "id" },
  json: ["week"],
  unlogged: ["week"],
});
export type HoursRow = RowOf<typeof hoursTable>;
