import { type BodyOf, dayOf, type Page, type QueryOf } from "@ops/platform/contract";
import { changeRecord, contains, is, listPage, lockRecord, requireRecord, type Tx, within } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { userErrors, userStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { endSessions } from "../session/end.ts";
import { endSignOn } from "../sso/logout.ts";
import { keepOneAdministrator, orderAdministratorChanges } from "./last-admin.ts";
import { type UserRow, users } from "./tables.ts";

/** A user as the contract shows it: the row and `组织(职位)` of the primary membership. */
type PresentedUser = UserRow & { primaryPost: string | null };

export async function listUsers(tx: Tx, query: QueryOf<typeof contract.listUsers>): Promise<Page<PresentedUser>> {
  const { keyword, userType, status, createdAt } = query;
  const page = await listPage(tx, users, query, {
    where: [is("userType", userType), is("status", status), within("createdAt", createdAt), matches(keyword)],
    orderBy: ["createdAt", "desc"],
  });
  return { ...page, list: await present(tx, page.list) };
}

export async function getUser(tx: Tx, id: string): Promise<PresentedUser> {
  return presentOne(tx, await requireRecord(tx, users, id));
}

export async function editUser(tx: Tx, id: string, body: BodyOf<typeof contract.editUser>): Promise<PresentedUser> {
  const { version, ...changes } = body;
  const user = await lockRecord(tx, users, id, version, presentOne);
  refuseAdministrator(tx, user);
  if (changes.staffNo !== null && changes.staffNo !== user.staffNo) await requireFreeStaffNo(tx, changes.staffNo);
  return presentOne(tx, await changeRecord(tx, users, user, changes));
}

export async function disableUser(
  tx: Tx,
  id: string,
  body: BodyOf<typeof contract.disableUser>,
): Promise<PresentedUser> {
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

export async function enableUser(tx: Tx, id: string, body: BodyOf<typeof contract.enableUser>): Promise<PresentedUser> {
  refuseSelf(tx, id);
  const user = await lockRecord(tx, users, id, body.version, presentOne);
  refuseAdministrator(tx, user);
  const status = userStates.next(user.status, "enable");
  if (user.validUntil !== null && user.validUntil < dayOf(tx.now)) throw userErrors.outOfDate();
  tx.trail.reason = body.reason;
  // whoever slept has to choose a new password (AU-R9)
  const woken = user.status === "DORMANT" ? { mustChangePwd: true, reactivatedAt: tx.now } : {};
  return presentOne(tx, await changeRecord(tx, users, user, { status, ...woken }));
}

/** Part of the name, or the whole phone or staff number: a masked field cannot be guessed piece by piece. */
function matches(keyword: string | undefined): RawBuilder<boolean> | null {
  const named = contains("userName", keyword);
  if (!named) return null;
  const inName = named.test(sql.ref("appUser.userName"));
  return sql<boolean>`(${inName} or app_user.mobile_phone = ${keyword} or app_user.staff_no = ${keyword})`;
}

/** Nobody may change the own status, roles or validity (AU-R5). */
function refuseSelf(tx: Tx, id: string): void {
  if (id === tx.actor.userId) throw userErrors.self();
}

function refuseAdministrator(tx: Tx, user: UserRow): void {
  if (user.boolAdmin && !tx.actor.isAdmin) throw userErrors.adminProtected();
}

async function requireFreeStaffNo(tx: Tx, staffNo: string): Promise<void> {
  const holder = await db(tx)
    .selectFrom("appUser")
    .select("id")
    .where("staffNo", "=", staffNo)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (holder) throw userErrors.staffnoExists();
}

async function presentOne(tx: Tx, user: UserRow): Promise<PresentedUser> {
  const [presented] = await present(tx, [user]);
  return presented ?? { ...user, primaryPost: null };
}

/** The primary posts of a whole page in one query. */
async function present(tx: Tx, list: readonly UserRow[]): Promise<PresentedUser[]> {
  if (list.length === 0) return [];
  const posts = await db(tx)
    .selectFrom("membership as m")
    .innerJoin("organization as o", "o.id", "m.organizationId")
    .innerJoin("position as p", "p.id", "m.positionId")
    .select(["m.userId", sql<string>`o.name || '(' || p.name || ')'`.as("post")])
    .where(
      "m.userId",
      "in",
      list.map((user) => user.id),
    )
    .where("m.isPrimary", "=", true)
    .where("m.status", "=", "EFFECTIVE")
    .execute();
  const postOf = new Map(posts.map((row) => [row.userId, row.post]));
  return list.map((user) => ({ ...user, primaryPost: postOf.get(user.id) ?? null }));
}
