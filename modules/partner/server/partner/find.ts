import { lockRecord, requireRecord, type Tx } from "@ops/platform/server";
import { type PartnerRow, partners } from "./tables.ts";

/** The partner inside the reader's scope, or COMMON_NOT_FOUND. */
export function requirePartner(tx: Tx, id: string): Promise<PartnerRow> {
  return requireRecord(tx, partners, id);
}

/** The same, locked because something that belongs to it changes. */
export function lockPartner(tx: Tx, id: string): Promise<PartnerRow> {
  return lockRecord(tx, partners, id, null);
}
