import { analyzeTables, insertMany, insertPastAudits, makeAuditMonths, regionsOf, type Tx } from "@ops/platform/server";
import { type Insertable, sql } from "kysely";
import { riskFloors } from "../../contract/index.ts";
import { hasAnyUser } from "../account/first-start.ts";
import { PasswordHasher } from "../account/password-hash.ts";
import { type AuthorityTables, db } from "../database.ts";
import { lockMaxMinutes } from "../params.ts";
import { bumpRights } from "../rights/bump.ts";
import { refreshRisk } from "../role/refresh-risk.ts";
import { type Calendar, calendarOf, minutesAfter } from "./calendar.ts";
import { loadAnnouncements } from "./past/announcements.ts";
import { backdateInterfaces } from "./past/interface-usage.ts";
import { followWithPast } from "./past/job.ts";
import { messageRows } from "./past/messages.ts";
import { loadNotices } from "./past/notices.ts";
import { loadOffboardings } from "./past/offboardings.ts";
import { loadOrgChanges } from "./past/org-changes.ts";
import { auditBegin, auditRows } from "./past/past-actions.ts";
import { loadRoleVersions } from "./past/role-history.ts";
import { loginRows } from "./past/sign-ins.ts";
import { loadTasks } from "./past/tasks.ts";
import { DEMO_PASSWORD, FRESH_PASSWORD, namedAccounts } from "./people/accounts.ts";
import { type Person, people } from "./people/people.ts";
import * as rows from "./rows.ts";
import { seeded } from "./seeded.ts";

/**
 * Loads the brand with its people, roles and recent past into a database without users; with users, it changes nothing.
 * The caller holds the lock of the first start. Answers whether the database contains the demo, loaded now or before.
 */
export async function loadAuthorityDemo(tx: Tx, hasher = new PasswordHasher()): Promise<boolean> {
  if (await hasAnyUser(tx)) return isDemo(tx);
  const calendar = calendarOf(tx.now);
  const persons = people(calendar, seeded("people"));
  const [common, fresh] = await Promise.all([hasher.hash(DEMO_PASSWORD), hasher.hash(FRESH_PASSWORD)]);
  await insert(tx, "appUser", rows.userRows(persons, { common, fresh }));
  await insert(tx, "organization", rows.organizationRows(persons, calendar));
  await nameRegions(tx);
  await insert(tx, "role", rows.roleRows(calendar));
  await insert(tx, "position", rows.positionRows(calendar));
  await insert(tx, "membership", rows.membershipRows(persons));
  await insert(tx, "roleGrant", rows.positionGrantRows(persons));
  await insert(tx, "roleGrant", rows.directGrantRows(persons, calendar));
  await analyzeTables(tx, ["appUser", "organization", "role", "membership", "roleGrant"]);
  await loadOrgChanges(tx, calendar);
  await loadOffboardings(tx, persons, calendar);
  await insert(tx, "loginGuard", lockedGuards(tx, persons));
  await insert(tx, "loginLog", loginRows(persons, calendar, seeded("sign-ins")));
  await makeAuditMonths(tx, auditBegin(calendar));
  await insertPastAudits(tx, auditRows(persons, calendar, seeded("audit")));
  await loadAnnouncements(tx, calendar);
  await loadTasks(tx, persons, calendar);
  await insert(tx, "smsOutbox", messageRows(persons, calendar, seeded("messages")));
  await backdateInterfaces(tx, calendar);
  await finishRoles(tx, calendar);
  await loadNotices(tx);
  await bumpRights(tx, "everyone");
  await followWithPast(tx);
  return true;
}

/** Fills in the names of the divisions, which organisations store beside the code (PF-R102). */
async function nameRegions(tx: Tx): Promise<void> {
  const placed = await db(tx).selectFrom("organization").select("regionCode").distinct().execute();
  const named = await regionsOf(tx, { codes: placed.flatMap(({ regionCode }) => regionCode ?? []) });
  await sql`update organization o set region_name = r.name
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as r (code text, name text)
    where r.code = o.region_code`.execute(tx.kysely);
}

/** Computes the risk of the roles, names an owner for the risky ones and stores their versions. */
async function finishRoles(tx: Tx, calendar: Calendar): Promise<void> {
  await refreshRisk(tx);
  const owned = { ownerUserId: rows.administratorId };
  await db(tx).updateTable("role").set(owned).where("riskPoints", ">=", riskFloors.HIGH).execute();
  await loadRoleVersions(tx, await db(tx).selectFrom("role").selectAll().execute(), calendar);
}

async function isDemo(tx: Tx): Promise<boolean> {
  const query = db(tx).selectFrom("appUser").select("id").where("id", "=", rows.administratorId);
  return (await query.executeTakeFirst()) !== undefined;
}

const LOCKED = 6;

/**
 * Locks some people by phone and by staff number for the longest allowed time,
 * so that the locks can be seen for a while (PF-R20).
 */
function lockedGuards(tx: Tx, persons: readonly Person[]): Insertable<AuthorityTables["loginGuard"]>[] {
  const known = new Set(namedAccounts.map(({ staffNo }) => staffNo));
  const others = persons.filter(
    ({ status, staffNo, userType }) =>
      status === "ACTIVE" && userType === "STORE" && staffNo !== null && !known.has(staffNo),
  );
  const locked = [
    ...persons.filter(({ staffNo }) => staffNo === "A0008"),
    ...others.filter((_, index) => index % 31 === 17).slice(0, LOCKED - 1),
  ];
  return locked.flatMap(({ mobilePhone, staffNo }, index) => {
    const state = {
      failCount: 0,
      windowStart: minutesAfter(tx.now, -8 - index),
      lockLevel: 3,
      lockedUntil: minutesAfter(tx.now, tx.param(lockMaxMinutes)),
      lastFailedAt: minutesAfter(tx.now, -3 - index),
    };
    return [
      { subjectKind: "PHONE" as const, subject: mobilePhone, ...state },
      { subjectKind: "STAFF_NO" as const, subject: staffNo ?? "", ...state },
    ];
  });
}

function insert<N extends keyof AuthorityTables & string>(
  tx: Tx,
  table: N,
  records: readonly (Insertable<AuthorityTables[N]> & object)[],
): Promise<void> {
  return insertMany(tx, table, records);
}
