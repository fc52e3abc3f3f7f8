import { PostStandardShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

export const standardTable = tableOf(PostStandardShape, {
  scope: { unscoped: "standards are the same for the whole brand" },
  read: "store:postStandard:view",
});
export type StandardRow = RowOf<typeof standardTable>;
