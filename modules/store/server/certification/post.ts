import { dayOf } from "@ops/platform/contract";
import { changeRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { staffStates } from "../../contract/index.ts";
import { tellInPost, tellOffPost } from "../staff/posts.ts";
import { type StaffRow, staffTable } from "../staff/tables.ts";
import { noteCertStates } from "./cert-state.ts";
import { openCertificate } from "./open.ts";
import { givePositionRoles, giveTraineeRole, requireTraineeRole } from "./roles.ts";

/** Settles roles and certificate of somebody who has come to a post, new or by a movement (ST-R13). */
export async function takeUpPost(tx: Tx, staff: StaffRow): Promise<void> {
  for (const table of [sql`certification`, sql`training_record`]) {
    await sql`update ${table} set store_id = ${staff.storeId} where staff_id = ${staff.id}
      and store_id <> ${staff.storeId}`.execute(tx.kysely);
  }
  if (staff.state === "TRAINING") {
    requireTraineeRole(tx);
    await giveTraineeRole(tx, staff);
    await openCertificate(tx, staff, null);
  }
  await noteCertStates(tx, [staff.id]);
}

/** Somebody who is being moved or is leaving works on as before until then. */
const worksAs = ({ state, stateBefore }: StaffRow) => stateBefore ?? state;

/** Brings a certified person in post, with the roles of the position. */
export async function comeInPost(tx: Tx, staff: StaffRow): Promise<void> {
  if (worksAs(staff) !== "TRAINING") return;
  const inPostOn = staff.inPostOn ?? dayOf(tx.now);
  await changeRecord(tx, staffTable, staff, { ...movedTo(staff, "certify"), inPostOn });
  await givePositionRoles(tx, staff);
  await tellInPost(tx, staff);
}

/** Takes somebody without a certificate out of the post: training with the role of trainees alone, and a new certificate. */
export async function standDown(tx: Tx, staff: StaffRow): Promise<void> {
  if (worksAs(staff) !== "IN_POST") return;
  await changeRecord(tx, staffTable, staff, movedTo(staff, "standDown"));
  await giveTraineeRole(tx, staff);
  await openCertificate(tx, staff, null);
  await tellOffPost(tx, staff);
}

function movedTo(staff: StaffRow, move: "certify" | "standDown"): Partial<Pick<StaffRow, "state" | "stateBefore">> {
  if (staff.stateBefore === null) return { state: staffStates.next(staff.state, move) };
  return { stateBefore: move === "certify" ? "IN_POST" : "TRAINING" };
}
