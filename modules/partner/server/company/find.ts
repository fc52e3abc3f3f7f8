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

/** What every partner has once it is no draft any more; the table sees to it. */
type Applied = PartnerRow & { readonly regionId: string; readonly contactPhoneCipher: Buffer };

/** Nothing but a draft lacks them: to meet one here is a fault. */
export function asApplied(partner: PartnerRow): Applied {
  const { partnerNo, regionId, contactPhoneCipher } = partner;
  if (regionId === null || contactPhoneCipher === null) throw new Error(`${partnerNo} is still a draft`);
  return { ...partner, regionId, contactPhoneCipher };
}
