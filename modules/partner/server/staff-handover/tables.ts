import { type RowOf, table } from "../database.ts";

export const handovers = table("partnerStaffHandover", {
  entity: "交接单",
  scope: { unscoped: "reached through the person alone" },
  partOf: { table: "partnerStaff", by: "staffId" },
  labels: { state: "交接状态" },
  words: { state: { RUNNING: "交接中", DONE: "已完成", PARTLY: "部分完成" } },
});
export type HandoverRow = RowOf<typeof handovers>;
