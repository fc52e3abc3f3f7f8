import type { Tx } from "@ops/platform/server";
import { missingCerts } from "../standing.ts";
import type { StaffRow } from "../tables.ts";
import { freezeStaff, unfreezeStaff } from "./freeze.ts";

/** Unfreezes a person who now has all required certificates. */
export async function unfreezeIfComplete(tx: Tx, staff: StaffRow): Promise<StaffRow> {
  if (!staff.freezeSources.includes("CERT_EXPIRED") || (await missingCerts(tx, staff)).length > 0) return staff;
  return unfreezeStaff(tx, staff, "CERT_EXPIRED");
}

/** Freezes an active person who lacks a certificate that the position requires. */
export async function freezeIfIncomplete(tx: Tx, staff: StaffRow): Promise<StaffRow> {
  if (staff.state !== "ACTIVE" || (await missingCerts(tx, staff)).length === 0) return staff;
  return freezeStaff(tx, staff, "CERT_EXPIRED");
}
