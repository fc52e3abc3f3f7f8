import { type BodyOf, masks } from "@ops/platform/contract";
import { changeRecord, countRefusal, get, lockRecord, removeRecord, type Tx, writes } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { userErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { refuseAdministrator, refuseSelf, refuseStaffManaged, requireFreePhones } from "../person/guards.ts";
import { presentUser } from "../person/present.ts";
import { tellStopped } from "../person/stopped.ts";
import { type UserRow, users } from "../person/tables.ts";
import { endSessions } from "../session/end.ts";
import { endSignOn } from "../sso/logout.ts";
import { changePerson } from "./change-person.ts";
import { refuseHigherRights } from "./higher-rights.ts";

export const getUser = get(contract.getUser, users, presentUser);

export const editUser = writes(contract.editUser, async (tx, { params: { id }, body }) => {
  const { version, validUntil, ...typed } = body;
  const user = await lockRecord(tx, users, id, version, presentUser);
  const { gender = user.gender } = typed;
  const kept = { staffNo: user.staffNo, remark: user.remark, email: user.email };
  const { userName, staffNo = kept.staffNo, remark = kept.remark, email = kept.email } = typed;
  const changes = {
    userName,
    staffNo,
    gender,
    remark,
    email: email === kept.email ? email : emailOf(kept.email, email),
  };
  const until = validUntil === undefined ? user.validUntil : validUntil;
  return presentUser(tx, await changePerson(tx, user, { ...changes, validUntil: until }));
});

/** The form shows the address masked. If the mask comes back, the address stays as it is. */
function emailOf(present: string | null, typed: string | null): string | null {
  if (typed === null || !typed.includes("***@")) return typed;
  if (present === null || typed !== masks.email(present)) throw userErrors.emailMasked();
  return present;
}

/** Changes the phone for signing in. All sessions end, and the log keeps the old phone masked (AU-R1). */
export const changePhone = writes(contract.changePhone, async (tx, { params: { id }, body }) => {
  const { mobilePhone } = body;
  const user = await lockRecord(tx, users, id, body.version, presentUser);
  refuseAdministrator(tx, user);
  // this is checked before the phones are compared, because otherwise somebody who may not
  // change the phone would learn whether a guess is right
  refuseStaffManaged(user);
  await refuseHigherRights(tx, id);
  const asked = { table: users, field: "mobilePhone", text: mobilePhone };
  return countRefusal(tx, asked, async () => {
    if (mobilePhone === user.mobilePhone) return presentUser(tx, user);
    await requireFreePhones(tx, [mobilePhone]);
    return presentUser(tx, await storePhone(tx, user, body));
  });
});

async function storePhone(
  tx: Tx,
  user: UserRow,
  { mobilePhone, reason }: BodyOf<typeof contract.changePhone>,
): Promise<UserRow> {
  tx.trail.reason = reason;
  const changed = await changeRecord(tx, users, user, { mobilePhone });
  await endSessions(tx, user.id, "PHONE_CHANGED");
  await endSignOn(tx, user.id, "PHONE_CHANGED");
  return changed;
}

/** Clears the lock and its level on every device (AU-R4). */
export const unlockUser = writes(contract.unlockUser, async (tx, { params: { id }, body }) => {
  const user = await lockRecord(tx, users, id, body.version, presentUser);
  refuseAdministrator(tx, user);
  await refuseHigherRights(tx, id);
  tx.trail.about("appUser", id, user.staffNo);
  tx.trail.reason = body.reason;
  const { mobilePhone, staffNo } = user;
  await db(tx)
    .deleteFrom("loginGuard")
    .where(
      sql<boolean>`(subject_kind = 'PHONE' and subject = ${mobilePhone})
        or (subject_kind = 'STAFF_NO' and subject = ${staffNo})
        or (subject_kind = 'ACCOUNT' and subject = ${id})
        or (subject_kind = 'DEVICE' and split_part(subject, ':', 2) in (${mobilePhone}, ${staffNo}))`,
    )
    .execute();
  return presentUser(tx, user);
});

/** Deletes an account that nobody has used yet. Its phone becomes free again. */
export const deleteUser = writes(contract.deleteUser, async (tx, { params: { id }, query }): Promise<true> => {
  refuseSelf(tx, id);
  const user = await lockRecord(tx, users, id, query.version, presentUser);
  refuseAdministrator(tx, user);
  if (user.status !== "PENDING" || user.lastLoginAt !== null) throw userErrors.used();
  await refuseHigherRights(tx, id);
  const ended = { status: "ENDED", isPrimary: false, updatedAt: tx.now, updatedBy: tx.actor.userId } as const;
  await db(tx).updateTable("membership").set(ended).where("userId", "=", id).where("status", "<>", "ENDED").execute();
  await db(tx)
    .updateTable("roleGrant")
    .set({ status: "REVOKED", updatedAt: tx.now, updatedBy: tx.actor.userId })
    .where("status", "=", "ACTIVE")
    .where("membershipId", "in", (eb) => eb.selectFrom("membership").select("id").where("userId", "=", id))
    .execute();
  await removeRecord(tx, users, user);
  await tellStopped(tx, id, "LEFT");
  await endSessions(tx, id, "DISABLED");
  return true;
});
