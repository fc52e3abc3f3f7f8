import { StaffShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

/** People of own stores, in scope by their store and for themselves (section 7). */
export const staffTable = tableOf(StaffShape, {
  scope: { organization: "storeId", owner: "userId" },
  read: "store:staff:view",
  number: "staffNo",
  unlogged: ["photoFileId", "resumeFileIds"],
});
export type StaffRow = RowOf<typeof staffTable>;
