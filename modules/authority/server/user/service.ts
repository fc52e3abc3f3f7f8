import { type BodyOf, dayOf, masks } from "@ops/platform/contract";
import { changeRecord, countRefusal, lockRecord, removeRecord, requireRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { userErrors, userStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { endSessions } from "../session/end.ts";
import { endSignOn } from "../sso/logout.ts";
import {
  checkValidity,
  refuseAdministrator,
  refuseSelf,
  refuseStaffManaged,
  requireFreePhones,
  requireFreeStaffNos,
} from "./guards.ts";
import { refuseHigherRights } from "./higher-rights.ts";
import { keepOneAdministrator, orderAdministratorChanges } from "./last-admin.ts";
import { type PresentedUser, presentOne } from "./present.ts";
import { type UserRow, users } from "./tables.ts";

export async function getUser(tx: Tx, id: string): Promise<PresentedUser> {
  return presentOne(tx, await requireRecord(tx, users, id));
}

export async function editUser(tx: Tx, id: string, body: BodyOf<typeof contract.editUser>): Promise<PresentedUser> {
  const { version, validUntil, ...typed } = body;
  const user = await lockRecord(tx, users, id, version, presentOne);
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
  return presentOne(tx, await changePerson(tx, user, { ...changes, validUntil: until }));
}

type Personal = Pick<UserRow, "userName" | "staffNo" | "validUntil"> &
  Partial<Pick<UserRow, "remark" | "email" | "gender">>;

/** What is known of a person whose row is locked. */
export async function changePerson(tx: Tx, user: UserRow, changes: Personal): Promise<UserRow> {
  refuseAdministrator(tx, user);
  const { userName, staffNo, validUntil } = changes;
  if (userName !== user.userName) refuseStaffManaged(user);
  if (staffNo !== null && staffNo !== user.staffNo) await requireFreeStaffNos(tx, [staffNo]);
  if (validUntil !== user.validUntil) {
    refuseSelf(tx, user.id);
    await refuseHigherRights(tx, user.id);
    checkValidity(tx, user.userType, validUntil);
  }
  return changeRecord(tx, users, user, changes);
}

/** What the form shows is masked: sent back as it was shown, it means the address that is there. */
function emailOf(present: string | null, typed: string | null): string | null {
  if (typed === null || !typed.includes("***@")) return typed;
  if (present === null || typed !== masks.email(present)) throw userErrors.emailMasked();
  return present;
}

/** A batch knows no versions. */
type Reason = Omit<BodyOf<typeof contract.disableUser>, "version"> & { readonly version: number | null };

export async function disableUser(tx: Tx, id: string, body: Reason): Promise<PresentedUser> {
  refuseSelf(tx, id);
  await orderAdministratorChanges(tx, id);
  const user = await lockRecord(tx, users, id, body.version, presentOne);
  refuseAdministrator(tx, user);
  const status = userStates.next(user.status, "disable");
  await keepOneAdministrator(tx, user);
  tx.trail.reason = body.reason;
  const disabled = await changeRecord(tx, users, user, { status });
  await endSessions(tx, id, "DISABLED");
  await endSignOn(tx, id, "DISABLED");
  return presentOne(tx, disabled);
}

export async function enableUser(tx: Tx, id: string, body: Reason): Promise<PresentedUser> {
  refuseSelf(tx, id);
  const user = await lockRecord(tx, users, id, body.version, presentOne);
  refuseAdministrator(tx, user);
  const status = userStates.next(user.status, "enable");
  await refuseHigherRights(tx, id);
  if (user.validUntil !== null && user.validUntil < dayOf(tx.now)) throw userErrors.outOfDate();
  tx.trail.reason = body.reason;
  // whoever slept has to choose a new password (AU-R9)
  const woken = user.status === "DORMANT" ? { mustChangePwd: true, reactivatedAt: tx.now } : {};
  return presentOne(tx, await changeRecord(tx, users, user, { status, ...woken }));
}

/** The phone is what a person signs in with: a new one ends all sessions, the old one stays in the log, masked (AU-R1). */
export async function changePhone(
  tx: Tx,
  id: string,
  body: BodyOf<typeof contract.changePhone>,
): Promise<PresentedUser> {
  const { mobilePhone } = body;
  const user = await lockRecord(tx, users, id, body.version, presentOne);
  refuseAdministrator(tx, user);
  // before the phones are compared: whoever may not change it would learn that a guessed one is right
  refuseStaffManaged(user);
  await refuseHigherRights(tx, id);
  const asked = { table: users, field: "mobilePhone", text: mobilePhone };
  return countRefusal(tx, asked, async () => {
    if (mobilePhone === user.mobilePhone) return presentOne(tx, user);
    await requireFreePhones(tx, [mobilePhone]);
    return presentOne(tx, await storePhone(tx, user, body));
  });
}

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

/** Clears the lock and its level, on every device (AU-R4). */
export async function unlockUser(tx: Tx, id: string, body: BodyOf<typeof contract.unlockUser>): Promise<PresentedUser> {
  const user = await lockRecord(tx, users, id, body.version, presentOne);
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
  return presentOne(tx, user);
}

/** Only an account that nobody has used disappears; its phone is free again. */
export async function deleteUser(tx: Tx, id: string, version: number): Promise<true> {
  refuseSelf(tx, id);
  const user = await lockRecord(tx, users, id, version, presentOne);
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
  await endSessions(tx, id, "DISABLED");
  return true;
}
