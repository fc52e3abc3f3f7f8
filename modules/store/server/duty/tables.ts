import { DutyMemberShape, DutyWeekShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

export const memberTable = tableOf(DutyMemberShape, {
  scope: { organization: "storeId", owner: "userId" },
  partOf: { table: "store", by: "storeId" },
});
export type MemberRow = RowOf<typeof memberTable>;

/** The summary of a change tells the days in words. */
export const weekTable = tableOf(DutyWeekShape, {
  scope: { organization: "storeId" },
  partOf: { table: "store", by: "storeId" },
});
export type WeekRow = RowOf<typeof weekTable>;
