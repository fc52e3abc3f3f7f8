import { insertMany, insertPastAudits, makeAuditMonths, type Tx } from "@ops/platform/server";
import type { Insertable } from "kysely";
import { riskFloors } from "../../contract/index.ts";
import { PasswordHasher } from "../account/password-hash.ts";
import { type AuthorityTables, db } from "../database.ts";
import { hasAnyUser } from "../first-start.ts";
import { lockMaxMinutes } from "../params.ts";
import { bumpRights } from "../rights/bump.ts";
import { refreshRisk } from "../role/refresh-risk.ts";
import { keepBaseline } from "../role/versions.ts";
import { DEMO_PASSWORD, FRESH_PASSWORD, namedAccounts } from "./accounts.ts";
import { loadAnnouncements } from "./announcements.ts";
import { calendarOf, minutesAfter } from "./calendar.ts";
import { loadInterfaceUsage } from "./interface-usage.ts";
import { loadNotices } from "./notices.ts";
import { loadOffboardings } from "./offboardings.ts";
import { loadOrgChanges } from "./org-changes.ts";
import { auditBegin, auditRows } from "./past-actions.ts";
import { people } from "./people.ts";
import * as rows from "./rows.ts";
import { seeded } from "./seeded.ts";
import { loginRows } from "./sign-ins.ts";

/**
 * Loads the brand with its people, roles and recent past into a database without users; otherwise changes nothing. The
 * caller holds the lock of the first start. Answers whether the demo is there, now or from before.
 */
export async function loadAuthorityDemo(tx: Tx, hasher = new PasswordHasher()): Promise<boolean> {
  if (await hasAnyUser(tx)) return isDemo(tx);
  const calendar = calendarOf(tx.now);
  const persons = people(calendar, seeded("people"));
  const [common, fresh] = await Promise.all([hasher.hash(DEMO_PASSWORD), hasher.hash(FRESH_PASSWORD)]);
  await insert(tx, "appUser", rows.userRows(persons, { common, fresh }));
  await insert(tx, "organization", rows.organizationRows(persons, calendar));
  await insert(tx, "role", rows.roleRows(calendar));
  await insert(tx, "position", rows.positionRows(calendar));
  await insert(tx, "membership", rows.membershipRows(persons));
  await insert(tx, "roleGrant", rows.positionGrantRows(persons));
  await insert(tx, "roleGrant", rows.directGrantRows(persons, calendar));
  await loadOrgChanges(tx, calendar);
  await loadOffboardings(tx, persons, calendar);
  await insert(tx, "loginGuard", lockedGuards(tx));
  await insert(tx, "loginLog", loginRows(persons, calendar, seeded("sign-ins")));
  await makeAuditMonths(tx, auditBegin(calendar));
  await insertPastAudits(tx, auditRows(persons, calendar, seeded("audit")));
  await loadAnnouncements(tx, calendar);
  await loadInterfaceUsage(tx, persons, calendar);
  await finishRoles(tx);
  await loadNotices(tx);
  await bumpRights(tx, "everyone");
  return true;
}

/** Weighs the roles, names who answers for the heavy ones, and keeps the first version of each. */
async function finishRoles(tx: Tx): Promise<void> {
  await refreshRisk(tx);
  const owned = { ownerUserId: rows.administratorId };
  await db(tx).updateTable("role").set(owned).where("riskPoints", ">=", riskFloors.HIGH).execute();
  for (const role of await db(tx).selectFrom("role").selectAll().execute()) await keepBaseline(tx, role);
}

async function isDemo(tx: Tx): Promise<boolean> {
  const query = db(tx).selectFrom("appUser").select("id").where("id", "=", rows.administratorId);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Locked by phone and by staff number, as long as the rule allows, so that it can be seen for a while (PF-R20). */
function lockedGuards(tx: Tx): Insertable<AuthorityTables["loginGuard"]>[] {
  const locked = namedAccounts.find(({ staffNo }) => staffNo === "A0008");
  if (!locked) return [];
  const state = {
    failCount: 0,
    windowStart: minutesAfter(tx.now, -8),
    lockLevel: 3,
    lockedUntil: minutesAfter(tx.now, tx.param(lockMaxMinutes)),
    lastFailedAt: minutesAfter(tx.now, -3),
  };
  return [
    { subjectKind: "PHONE", subject: locked.phone, ...state },
    { subjectKind: "STAFF_NO", subject: locked.staffNo, ...state },
  ];
}

function insert<N extends keyof AuthorityTables & string>(
  tx: Tx,
  table: N,
  records: readonly (Insertable<AuthorityTables[N]> & object)[],
): Promise<void> {
  return insertMany(tx, table, records);
}
