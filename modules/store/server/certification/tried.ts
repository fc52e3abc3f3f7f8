import type { Tx } from "@ops/platform/server";
import { findRow, findRows } from "../database.ts";
import { itemsOf } from "../post-standard/find.ts";
import type { CertRow } from "./tables.ts";

/** What the standard of a certificate asks for, and what was shown. */
export async function triedOf(tx: Tx, { id, standardId }: CertRow) {
  const standard = await findRow(tx, "postStandard", { id: standardId });
  return {
    items: await itemsOf(tx, [standardId]),
    results: await findRows(tx, "certResult", { certId: id }),
    passScore: standard?.passScore ?? 0,
    validMonths: standard?.validMonths ?? 0,
  };
}
