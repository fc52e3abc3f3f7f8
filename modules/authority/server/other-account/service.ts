import { type BodyOf, masks, type Page, type QueryOf } from "@ops/platform/contract";
import {
  changeRecord,
  escapeLike,
  exportsList,
  findByWhole,
  insertRecord,
  is,
  listPage,
  lockRecord,
  requireRecord,
  type Tx,
  wholeList,
} from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { otherAccountErrors, otherAccountSheet, otherAccountStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { refuseAdministrator } from "../user/guards.ts";
import { refuseHigherRights } from "../user/higher-rights.ts";
import { type UserRow, users } from "../user/tables.ts";
import { type PresentedAccount, present, presentOne } from "./present.ts";
import { inReach, reachesEach } from "./reach.ts";
import { type OtherAccountRow, otherAccounts } from "./tables.ts";
import { endSessionsThrough } from "./unbind.ts";

export async function listOtherAccounts(
  tx: Tx,
  query: QueryOf<typeof contract.listOtherAccounts>,
): Promise<Page<PresentedAccount>> {
  const page = await listPage(tx, otherAccounts, query, await listed(tx, query));
  return { ...page, list: await present(tx, page.list) };
}

/** The same bindings as a sheet (PF-R94). */
export const otherAccountExport = exportsList(otherAccountSheet, async (tx, query) =>
  wholeList(tx, otherAccounts, query, { ...(await listed(tx, query)), show: present }),
);

async function listed(tx: Tx, query: QueryOf<typeof contract.listOtherAccounts>) {
  const { keyword, platform, status, bindKind, userId } = query;
  return {
    where: [
      await matches(tx, keyword),
      is("platform", platform),
      is("status", status),
      is("bindKind", bindKind),
      is("userId", userId),
    ],
    orderBy: ["createdAt", "desc"] as const,
  };
}

/** What could be an identity as a whole; names of people are rarely of these letters alone. */
const IDENTITY = /^[\x21-\x7e]{4,}$/;

/** Part of a name, or the whole identity: parts of it would tell what the mask hides. */
async function matches(tx: Tx, keyword: string | undefined): Promise<RawBuilder<boolean> | null> {
  if (!keyword) return null;
  const pattern = `%${escapeLike(keyword)}%`;
  const ids = IDENTITY.test(keyword) ? await findByWhole(tx, otherAccounts, "externalId", keyword) : [];
  return sql<boolean>`(other_account.external_name ilike ${pattern} or other_account.id = any(${ids})
    or other_account.user_id in (
      select app_user.id from app_user where app_user.user_name ilike ${pattern} and ${inReach(tx)}))`;
}

export async function bindOtherAccount(
  tx: Tx,
  body: BodyOf<typeof contract.bindOtherAccount>,
): Promise<PresentedAccount> {
  return presentOne(tx, await bindIdentity(tx, body));
}

/** One identity, one person (AU-R50); one that was unbound may be bound anew. */
export async function bindIdentity(tx: Tx, body: BodyOf<typeof contract.bindOtherAccount>): Promise<OtherAccountRow> {
  const known = await lockIdentity(tx, body.platform, body.externalId);
  const user = await refuseBinding(tx, body.userId, known);
  const bindKind = user.id === tx.actor.userId ? ("SELF" as const) : ("MANUAL" as const);
  const binding = { userId: user.id, bindKind, boundAt: tx.now, status: "BOUND" as const, conflictReason: null };
  tx.trail.summary = user.userName;
  if (!known) {
    const facts = { platform: body.platform, externalId: body.externalId, externalName: body.externalName };
    const unknown = { externalPhone: null, externalStaffNo: null, candidateUserIds: [], lastUsedAt: null };
    return insertRecord(tx, otherAccounts, { ...facts, ...unknown, ...binding });
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

/** Decides whom an identity belongs to that several could own, or that came back after its person had left. */
export async function resolveOtherAccount(
  tx: Tx,
  id: string,
  { userId, reason, version }: BodyOf<typeof contract.resolveOtherAccount>,
): Promise<PresentedAccount> {
  const account = await lockRecord(tx, otherAccounts, id, version, presentOne);
  tx.trail.reason = reason;
  const { candidateUserIds } = account;
  const concerned = account.userId === null ? candidateUserIds : [...candidateUserIds, account.userId];
  if (!(await reachesEach(tx, concerned))) throw otherAccountErrors.unseen();
  if (userId === null) {
    const status = otherAccountStates.next(account.status, "discard");
    const dropped = { status, userId: null, candidateUserIds: [], conflictReason: null };
    return presentOne(tx, await changeRecord(tx, otherAccounts, account, dropped));
  }
  const status = otherAccountStates.next(account.status, "resolve");
  const user = await requireBindable(tx, userId);
  if (candidateUserIds.length > 0 && !concerned.includes(userId)) throw otherAccountErrors.noCandidate();
  refuseOwn(tx, account, user);
  tx.trail.summary = user.userName;
  const bound = { status, userId, candidateUserIds: [], conflictReason: null, boundAt: tx.now };
  return presentOne(tx, await changeRecord(tx, otherAccounts, account, { ...bound, bindKind: "MANUAL" as const }));
}

export async function unbindOtherAccount(
  tx: Tx,
  id: string,
  { reason, version }: BodyOf<typeof contract.unbindOtherAccount>,
): Promise<PresentedAccount> {
  const account = await lockRecord(tx, otherAccounts, id, version, presentOne);
  const status = otherAccountStates.next(account.status, "unbind");
  if (account.userId) refuseAdministrator(tx, await requireRecord(tx, users, account.userId));
  tx.trail.reason = reason;
  await endSessionsThrough(tx, account);
  return presentOne(tx, await changeRecord(tx, otherAccounts, account, { status }));
}

/** Whoever holds the identity comes in as this person: in the operator's scope, in service, not above him. */
async function requireBindable(tx: Tx, userId: string): Promise<UserRow> {
  const user = await requireRecord(tx, users, userId);
  refuseAdministrator(tx, user);
  if (user.status === "LEFT" || user.userType === "SERVICE") throw otherAccountErrors.userOff();
  if (userId !== tx.actor.userId) await refuseHigherRights(tx, userId);
  return user;
}

/** Nobody takes somebody else's identity: it is the own one if its phone or staff number is. */
function refuseOwn(tx: Tx, { externalPhone, externalStaffNo }: OtherAccountRow, user: UserRow): void {
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
