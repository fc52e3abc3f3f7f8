import { insertRecords, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type CertificateState, certErrors, certStates, isWorking } from "../../contract/index.ts";
import { db } from "../database.ts";
import { hiringRulesOf } from "../position/published.ts";
import { findOnline } from "../post-standard/find.ts";
import type { StaffRow } from "../staff/tables.ts";
import { type CertRow, certTable } from "./tables.ts";

/** A person has one certificate of these for a position. */
export const openCertStates = ["DOING", "REVIEW", "CERTIFIED", "CHALLENGED"] as const;

/** Finds the certificates of people for a position in these states, and locks them. The caller has locked the people. */
export function lockCerts(
  tx: Tx,
  positionCode: string,
  { staff, states }: { readonly staff: readonly StaffRow[]; readonly states: readonly CertificateState[] },
): Promise<CertRow[]> {
  return db(tx)
    .selectFrom("certification")
    .selectAll()
    .where("positionCode", "=", positionCode)
    .where("state", "in", [...states])
    .where(sql<boolean>`staff_id = any(${staff.map(({ id }) => id)}::uuid[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
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
export function openCertificate(tx: Tx, staff: StaffRow, dueOn: string | null): Promise<void> {
  return openCertificates(tx, staff.positionCode, { staff: [staff], dueOn });
}

/** Does the same for any number of people in one position. */
export async function openCertificates(
  tx: Tx,
  positionCode: string,
  { staff, dueOn }: { readonly staff: readonly StaffRow[]; readonly dueOn: string | null },
): Promise<void> {
  const open = await lockCerts(tx, positionCode, { staff, states: openCertStates });
  const served = new Set(open.map(({ staffId }) => staffId));
  const without = staff.filter(({ id }) => !served.has(id));
  if (without.length === 0) return;
  const standard = await findOnline(tx, positionCode);
  if (!standard) throw certErrors.certNoStandard();
  const nothing = { score: null, certifiedOn: null, expireOn: null, note: null };
  const unreported = { reportItemId: null, reportNote: null, reportFileIds: [], reportedBy: null };
  const opened = { positionCode, standardId: standard.id, state: certStates.initial, dueOn, ...nothing, ...unreported };
  await insertRecords(
    tx,
    certTable,
    without.map(({ id, storeId }) => ({ staffId: id, storeId, ...opened })),
  );
}
