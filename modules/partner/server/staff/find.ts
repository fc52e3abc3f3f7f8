import { lockRecord, requireRecord, type Tx } from "@ops/platform/server";
import type { PartnerRow } from "../company/tables.ts";
import { db } from "../database.ts";
import { presentDetail } from "./present.ts";
import { type StaffRow, staffs } from "./tables.ts";

/** Finds everybody of a partner who has not left, without regard to the scope, for work on the whole company. */
export function staffOfPartner(tx: Tx, partnerId: string): Promise<StaffRow[]> {
  return db(tx)
    .selectFrom("partnerStaff")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .where("state", "not in", ["LEFT", "REJECTED"])
    .orderBy("id")
    .execute();
}

/**
 * Locks the present row without regard to the scope, because reasons to freeze may be added from different sides at the
 * same time.
 */
export function lockAnew(tx: Tx, { id }: Pick<StaffRow, "id">): Promise<StaffRow> {
  return db(tx).selectFrom("partnerStaff").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}

/** Locks a person in the reader's scope for a change. */
export function lockStaff(tx: Tx, id: string, version: number): Promise<StaffRow> {
  return lockRecord(tx, staffs, id, version, presentDetail);
}

/** Does the same with the partner, which is locked first, because its lock protects the count of seats (PT-R10). */
export async function lockWithPartner(
  tx: Tx,
  id: string,
  version: number,
): Promise<{ staff: StaffRow; partner: PartnerRow }> {
  const known = await requireRecord(tx, staffs, id);
  const partner = await lockSeats(tx, known.partnerId);
  return { staff: await lockStaff(tx, id, version), partner };
}

/**
 * Locks the row of the partner without regard to the scope, because a caller who reaches a person may also use the
 * seats.
 */
export function lockSeats(tx: Tx, partnerId: string): Promise<PartnerRow> {
  return db(tx).selectFrom("partner").selectAll().where("id", "=", partnerId).forUpdate().executeTakeFirstOrThrow();
}
