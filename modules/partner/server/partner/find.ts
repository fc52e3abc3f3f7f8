import { lockRecord, requireRecord, type Tx } from "@ops/platform/server";
import { type PartnerRow, partners } from "./tables.ts";

/** The partner inside the reader's scope, or COMMON_NOT_FOUND. */
export function requirePartner(tx: Tx, id: string): Promise<PartnerRow> {
  return requireRecord(tx, partners, id);
}

/** The same, locked for a change; null as version where the caller changes something that belongs to it. */
export function lockPartner(tx: Tx, id: string, version: number | null): Promise<PartnerRow> {
  return lockRecord(tx, partners, id, version);
}
