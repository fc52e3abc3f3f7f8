import { lockRecord, requireRecord, type Tx } from "@ops/platform/server";
import type { PartnerRow } from "../company/tables.ts";
import { db } from "../database.ts";
import { presentDetail } from "./present.ts";
import { type StaffRow, staffs } from "./tables.ts";

/** Everybody of a partner who has not left, whatever the reader's scope: for work on the whole company. */
export function staffOfPartner(tx: Tx, partnerId: string): Promise<StaffRow[]> {
  return db(tx)
    .selectFrom("partnerStaff")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .where("state", "not in", ["LEFT", "REJECTED"])
    .orderBy("id")
    .execute();
}

/** The row as it is now, whoever may see it: reasons of freezing come from different sides at the same time. */
export function lockAnew(tx: Tx, { id }: Pick<StaffRow, "id">): Promise<StaffRow> {
  return db(tx).selectFrom("partnerStaff").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}

/** Somebody in the reader's scope, locked for a change. */
export function lockStaff(tx: Tx, id: string, version: number): Promise<StaffRow> {
  return lockRecord(tx, staffs, id, version, presentDetail);
}

/** The same with the partner, which is locked first: seats are counted under it (PT-R10). */
export async function lockWithPartner(
  tx: Tx,
  id: string,
  version: number,
): Promise<{ staff: StaffRow; partner: PartnerRow }> {
  const known = await requireRecord(tx, staffs, id);
  const partner = await lockSeats(tx, known.partnerId);
  return { staff: await lockStaff(tx, id, version), partner };
}

/** The partner's row, whatever the reader's scope of partners is: whoever reaches a person reaches the seats. */
export function lockSeats(tx: Tx, partnerId: string): Promise<PartnerRow> {
  return db(tx).selectFrom("partner").selectAll().where("id", "=", partnerId).forUpdate().executeTakeFirstOrThrow();
}
