import { CertificationShape, CertResultShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

/** Certificates are in scope by the store of the person, which they follow. */
export const certTable = tableOf(CertificationShape, {
  scope: { organization: "storeId" },
  read: "store:cert:view",
});
export type CertRow = RowOf<typeof certTable>;

export const certResultTable = tableOf(CertResultShape, {
  scope: { unscoped: "read and written through its certificate, which is scoped" },
  partOf: { table: "certification", by: "certId" },
  unlogged: ["fileIds", "itemId"],
});
