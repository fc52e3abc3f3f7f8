import type { Tx } from "@ops/platform/server";
import { freezeStaff, unfreezeStaff } from "./freeze.ts";
import { missingCerts } from "./standing.ts";
import type { StaffRow } from "./tables.ts";

/** Nobody is frozen for certificates that are there, or not asked for. */
export async function unfreezeIfComplete(tx: Tx, staff: StaffRow): Promise<StaffRow> {
  if (!staff.freezeSources.includes("CERT_EXPIRED") || (await missingCerts(tx, staff)).length > 0) return staff;
  return unfreezeStaff(tx, staff, "CERT_EXPIRED");
}

/** Whoever works without what the position asks for works no more until it is there. */
export async function freezeIfIncomplete(tx: Tx, staff: StaffRow): Promise<StaffRow> {
  if (staff.state !== "ACTIVE" || (await missingCerts(tx, staff)).length === 0) return staff;
  return freezeStaff(tx, staff, "CERT_EXPIRED");
}
