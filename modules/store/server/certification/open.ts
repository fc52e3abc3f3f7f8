import { insertRecord, type Tx } from "@ops/platform/server";
import { certErrors, isWorking } from "../../contract/index.ts";
import { db } from "../database.ts";
import { hiringRulesOf } from "../position/published.ts";
import { findOnline } from "../post-standard/find.ts";
import type { StaffRow } from "../staff/tables.ts";
import { type CertRow, certTable } from "./tables.ts";

/** Finds the certificate of a person for the present position that has not ended, and locks it. */
function lockOpen(tx: Tx, { id, positionCode }: StaffRow): Promise<CertRow | undefined> {
  return db(tx)
    .selectFrom("certification")
    .selectAll()
    .where("staffId", "=", id)
    .where("positionCode", "=", positionCode)
    .where("state", "in", ["DOING", "REVIEW", "CERTIFIED", "CHALLENGED"])
    .forUpdate()
    .executeTakeFirst();
}

/** Whether the person works in the position of the certificate, and still needs one. */
export async function isNeeded(tx: Tx, staff: StaffRow, { positionCode }: CertRow): Promise<boolean> {
  if (!isWorking(staff.state) || staff.positionCode !== positionCode) return false;
  return (await hiringRulesOf(tx, positionCode)).isCertRequired;
}

/**
 * Opens the certificate of a person for the present position, by the standard that is in use; one that is open stays. Until
 * `dueOn` the person stays in post without it. The caller has locked the person.
 */
export async function openCertificate(tx: Tx, staff: StaffRow, dueOn: string | null): Promise<void> {
  if (await lockOpen(tx, staff)) return;
  const { id: staffId, storeId, positionCode } = staff;
  const standard = await findOnline(tx, positionCode);
  if (!standard) throw certErrors.certNoStandard();
  await insertRecord(tx, certTable, { staffId, storeId, positionCode, standardId: standard.id, dueOn });
}
