import { type BodyOf, masks } from "@ops/platform/contract";
import { changeRecord, insertRecord, requireRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { otherAccountErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { refuseAdministrator } from "../person/guards.ts";
import { type UserRow, users } from "../person/tables.ts";
import { refuseHigherRights } from "../user/higher-rights.ts";
import { reachesEach } from "./reach.ts";
import { type OtherAccountRow, otherAccounts } from "./tables.ts";

/** One identity, one person (AU-R50); one that was unbound may be bound anew. */
export async function bindIdentity(tx: Tx, body: BodyOf<typeof contract.bindOtherAccount>): Promise<OtherAccountRow> {
  const known = await lockIdentity(tx, body.platform, body.externalId);
  const user = await refuseBinding(tx, body.userId, known);
  const bindKind = user.id === tx.actor.userId ? ("SELF" as const) : ("MANUAL" as const);
  const binding = { userId: user.id, bindKind, boundAt: tx.now, status: "BOUND" as const, conflictReason: null };
  tx.trail.summary = user.userName;
  if (!known) {
    const { platform, externalId, externalName } = body;
    return insertRecord(tx, otherAccounts, { platform, externalId, externalName, ...binding });
  }
  const externalName = body.externalName ?? known.externalName;
  return changeRecord(tx, otherAccounts, known, { ...binding, externalName });
}

/** Throws why the identity, known or not, cannot be bound to this person. */
export async function refuseBinding(tx: Tx, userId: string, known: OtherAccountRow | undefined): Promise<UserRow> {
  const user = await requireBindable(tx, userId);
  if (!known) return user;
  if (known.status === "BOUND") throw otherAccountErrors.exists({ name: await maskedName(tx, known.userId) });
  if (known.status === "CONFLICT") throw otherAccountErrors.conflict();
  if (!(await reachesEach(tx, known.userId === null ? [] : [known.userId]))) throw otherAccountErrors.unseen();
  if (known.userId !== user.id) refuseOwn(tx, known, user);
  return user;
}

/** Whoever holds the identity comes in as this person: in the operator's scope, in service, not above him. */
export async function requireBindable(tx: Tx, userId: string): Promise<UserRow> {
  const user = await requireRecord(tx, users, userId);
  refuseAdministrator(tx, user);
  if (user.status === "LEFT" || user.userType === "SERVICE") throw otherAccountErrors.userOff();
  if (userId !== tx.actor.userId) await refuseHigherRights(tx, userId);
  return user;
}

/** Nobody takes somebody else's identity: it is the own one if its phone or staff number is. */
export function refuseOwn(tx: Tx, { externalPhone, externalStaffNo }: OtherAccountRow, user: UserRow): void {
  if (user.id !== tx.actor.userId) return;
  const isOwn = externalPhone === user.mobilePhone || (externalStaffNo !== null && externalStaffNo === user.staffNo);
  if (!isOwn) throw otherAccountErrors.notOwn();
}

/** The identity under lock, known or not: whoever binds it at the same time waits. */
export async function lockIdentity(tx: Tx, platform: string, externalId: string): Promise<OtherAccountRow | undefined> {
  const name = `otherAccount:${platform}:${externalId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx.kysely);
  return db(tx)
    .selectFrom("otherAccount")
    .selectAll()
    .where("platform", "=", platform)
    .where("externalId", "=", externalId)
    .forUpdate()
    .executeTakeFirst();
}

async function maskedName(tx: Tx, userId: string | null): Promise<string> {
  return masks.name(userId === null ? "" : await tx.personName(userId));
}
