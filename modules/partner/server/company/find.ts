import { lockRecord, requireRecord, type Tx } from "@ops/platform/server";
import { type PartnerRow, partners } from "./tables.ts";

export function requirePartner(tx: Tx, id: string): Promise<PartnerRow> {
  return requireRecord(tx, partners, id);
}

/** Finds the partner in the reader's scope and locks it, because something that belongs to it changes. */
export function lockPartner(tx: Tx, id: string): Promise<PartnerRow> {
  return lockRecord(tx, partners, id, null);
}

/** Columns that only a draft may lack. The table enforces this. */
type Applied = PartnerRow & { readonly regionId: string; readonly contactPhoneCipher: Buffer };

/** Requires region and contact. A partner without them is a draft, which is a programming error here. */
export function requireApplied(partner: PartnerRow): Applied {
  const { partnerNo, regionId, contactPhoneCipher } = partner;
  if (regionId === null || contactPhoneCipher === null) throw new Error(`${partnerNo} is still a draft`);
  return { ...partner, regionId, contactPhoneCipher };
}
