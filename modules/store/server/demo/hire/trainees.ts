import { setPostRoles } from "@ops/authority/server";
import { setFirstParam, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { traineeRole } from "../../certification/params.ts";
import { db } from "../../database.ts";
import { leavePost } from "../../duty/members.ts";
import { tellOffPost } from "../../staff/posts.ts";
import type { StaffRow } from "../../staff/tables.ts";

const TRAINEES = 10;
/** Stores of the second year have codes like ST-SH12. */
const SECOND_YEAR = "ST-%1_";

/** Lets the newest advisers of the second year be in training, with the role of trainees alone (ST-R13). */
export async function loadTrainees(tx: Tx, roleId: string): Promise<void> {
  await setFirstParam(tx, traineeRole, roleId);
  const { rows } = await sql<StaffRow>`
    select s.* from store_staff s join organization o on o.id = s.store_id
    where s.state = 'IN_POST' and s.position_code = 'salesAdvisor' and s.post_id is not null and o.code like ${SECOND_YEAR}
    order by s.entry_date desc, s.id limit ${TRAINEES}`.execute(tx.kysely);
  for (const staff of rows) {
    const { id, userId, storeId, postId } = staff;
    const training = { state: "TRAINING", inPostOn: null } as const;
    await db(tx).updateTable("storeStaff").set(training).where("id", "=", id).execute();
    if (postId !== null) await setPostRoles(tx, postId, [roleId]);
    if (userId !== null) await leavePost(tx, { userId, storeId });
    await tellOffPost(tx, staff);
  }
}
