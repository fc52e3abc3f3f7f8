import { HeadcountQuotaShape, HeadcountTemplateShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

/** A change by a file is told in the log of the store. */
export const quotaTable = tableOf(HeadcountQuotaShape, {
  scope: { organization: "storeId" },
  partOf: { table: "store", by: "storeId" },
});
export type QuotaRow = RowOf<typeof quotaTable>;

export const templateTable = tableOf(HeadcountTemplateShape, {
  scope: { unscoped: "templates are the same for the whole brand" },
});
export type TemplateRow = RowOf<typeof templateTable>;
