import { changeRecord, insertRecord, writes } from "@ops/platform/server";
import * as contract from "../../../contract/index.ts";
import { staffStates } from "../../../contract/index.ts";
import { db } from "../../database.ts";
import { lockWithPartner } from "../find.ts";
import { presentDetail } from "../present.ts";
import { staffCerts, staffs } from "../tables.ts";
import { certifyIfReady } from "./account.ts";
import { unfreezeIfComplete } from "./cert-freeze.ts";

/** Saves a new or renewed certificate (PT-R12). If it was the last missing one, the account is opened or unfrozen. */
export const saveStaffCert = writes(contract.saveStaffCert, async (tx, { params: { id }, body }) => {
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
  else await insertRecord(tx, staffCerts, { staffId: id, ...told });
  const certified = await certifyIfReady(tx, await changeRecord(tx, staffs, staff, {}), partner);
  return presentDetail(tx, await unfreezeIfComplete(tx, certified));
});

/** Headquarters waives the certificates of a person, with a reason. */
export const waiveStaffCerts = writes(contract.waiveStaffCerts, async (tx, { params, body: { version, reason } }) => {
  const { staff, partner } = await lockWithPartner(tx, params.id, version);
  if (staff.state !== "ACTIVE") staffStates.next(staff.state, "certify");
  tx.trail.reason = reason;
  const waived = await changeRecord(tx, staffs, staff, { certWaiver: reason });
  return presentDetail(tx, await unfreezeIfComplete(tx, await certifyIfReady(tx, waived, partner)));
});
