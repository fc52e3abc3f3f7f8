import type { AnswerFrom, BodyOf } from "@ops/platform/contract";
import { changeRecord, insertRecord, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { staffStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { certifyIfReady } from "./account.ts";
import { lockWithPartner } from "./find.ts";
import { freezeStaff, unfreezeStaff } from "./freeze.ts";
import { presentDetail } from "./present.ts";
import { missingCerts } from "./standing.ts";
import { type StaffRow, staffCerts, staffs } from "./tables.ts";

type Detail = AnswerFrom<typeof contract.getStaff>;

/** PT-R12: new or renewed. The last one that was missing opens the account, or gives it back. */
export async function saveStaffCert(tx: Tx, id: string, body: BodyOf<typeof contract.saveStaffCert>): Promise<Detail> {
  const { version, ...told } = body;
  const { staff, partner } = await lockWithPartner(tx, id, version);
  if (staff.state === "LEFT" || staff.state === "LEAVING") staffStates.next(staff.state, "certify");
  const held = await db(tx)
    .selectFrom("partnerStaffCert")
    .selectAll()
    .where("staffId", "=", id)
    .where("code", "=", told.code)
    .forUpdate()
    .executeTakeFirst();
  if (held) await changeRecord(tx, staffCerts, held, { ...told, remindedDays: null });
  else await insertRecord(tx, staffCerts, { staffId: id, ...told, remindedDays: null });
  const certified = await certifyIfReady(tx, await changeRecord(tx, staffs, staff, {}), partner);
  return presentDetail(tx, await unfreezeIfComplete(tx, certified));
}

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

/** HQ's exception, with its reason. */
export async function waiveStaffCerts(
  tx: Tx,
  id: string,
  { version, reason }: BodyOf<typeof contract.waiveStaffCerts>,
): Promise<Detail> {
  const { staff, partner } = await lockWithPartner(tx, id, version);
  if (staff.state !== "ACTIVE") staffStates.next(staff.state, "certify");
  tx.trail.reason = reason;
  const waived = await changeRecord(tx, staffs, staff, { certWaiver: reason });
  return presentDetail(tx, await unfreezeIfComplete(tx, await certifyIfReady(tx, waived, partner)));
}
