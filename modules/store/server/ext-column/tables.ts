import { ExtColumnShape, listExtColumns } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

export const extColumnTable = tableOf(ExtColumnShape, {
  scope: { unscoped: "the columns are the same for all stores" },
  number: "colKey",
  read: listExtColumns.permission,
});
export type ExtColumnRow = RowOf<typeof extColumnTable>;
