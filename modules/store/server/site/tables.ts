import { StoreShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

/** A store is in scope by its organisation, which has the same id. */
export const storeTable = tableOf(StoreShape, {
  scope: { organization: "id" },
  read: "store:store:view",
  number: "storeCode",
  json: ["ext"],
  unlogged: ["licenseFileId", "imageIds"],
});
export type StoreRow = RowOf<typeof storeTable>;
