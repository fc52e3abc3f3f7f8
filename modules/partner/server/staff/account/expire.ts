import { accountsIdleSince } from "@ops/authority/server";
import { dayOf } from "@ops/platform/contract";
import { type JobRun, notify, schedule, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { STAFF_PAGE } from "../../../contract/index.ts";
import { partnerAdmins } from "../../company/admins.ts";
import { db } from "../../database.ts";
import { reminderDays, reminderReach } from "../../reminder-days.ts";
import { meaningsOf } from "../meanings.ts";
import { certReminderDays, inactiveDays } from "../params.ts";
import { type CertStanding, standsAs } from "../standing.ts";
import type { StaffRow } from "../tables.ts";
import { prolongAccounts } from "./account.ts";
import { freezeIfIncomplete, unfreezeIfComplete } from "./cert-freeze.ts";
import { freezeStaff } from "./freeze.ts";

const DAY_MS = 86_400_000;

/** Acts on each person in a transaction of its own, so that a failure stops nobody else. */
async function actOnEach(
  work: JobRun,
  found: (tx: Tx) => Promise<StaffRow[]>,
  act: (tx: Tx, staff: StaffRow) => Promise<unknown>,
) {
  for (const staff of await work.step(found)) await work.step((tx) => act(tx, staff));
}

export const expireCerts = schedule({
  name: "partner.certExpire",
  title: "伙伴员工认证到期",
  at: "15 0 * * *",
  run: async (work) => {
    await actOnEach(work, (tx) => findByCerts(tx, ["EXPIRED", "MISSING"], false), freezeIfIncomplete);
    await actOnEach(work, (tx) => findByCerts(tx, ["WAIVED", "ENDING", "VALID"], true), unfreezeIfComplete);
  },
});

function findByCerts(tx: Tx, standings: readonly CertStanding[], isFrozen: boolean): Promise<StaffRow[]> {
  return db(tx)
    .selectFrom("partnerStaff")
    .selectAll()
    .where("state", "=", "ACTIVE")
    .where(sql<boolean>`(freeze_sources @> '{CERT_EXPIRED}') = ${isFrozen}`)
    .where(standsAs(tx, ...standings))
    .orderBy("id")
    .execute();
}

export const freezeInactive = schedule({
  name: "partner.staffInactivity",
  title: "伙伴员工长期未登录冻结",
  at: "0 1 * * *",
  run: async (work) => {
    await actOnEach(work, idleStaff, (tx, staff) => freezeStaff(tx, staff, "INACTIVE"));
    await work.step(prolongAccounts);
  },
});

/** Finds inactive people. Frozen people cannot sign in, so their days count from the end of the last freeze. */
async function idleStaff(tx: Tx): Promise<StaffRow[]> {
  const since = new Date(tx.now.getTime() - tx.param(inactiveDays) * DAY_MS);
  return db(tx)
    .selectFrom("partnerStaff")
    .selectAll()
    .where("state", "=", "ACTIVE")
    .where(sql<boolean>`freeze_sources = '{}'`)
    .where(sql<boolean>`user_id in (${accountsIdleSince(since)})`)
    .orderBy("id")
    .execute();
}

export const remindOfCerts = schedule({
  name: "partner.certReminders",
  title: "伙伴员工认证到期提醒",
  at: "0 9 * * *",
  run: (work) => work.step(tellEndingCerts),
});

/**
 * Reminds once per threshold and certificate; the certificate stores the last threshold until its renewal. The nearest
 * threshold comes first, so that a certificate which is added late is reminded once and not for every missed threshold.
 */
async function tellEndingCerts(tx: Tx): Promise<void> {
  const [today, reach] = [dayOf(tx.now), await reminderReach(tx)];
  for (const days of reminderDays(tx, certReminderDays)) {
    const { rows } = await sql<Ending>`
      update partner_staff_cert c set reminded_days = ${days} from partner_staff s
      where s.id = c.staff_id and s.state = 'ACTIVE' and c.valid_to between ${today}::date and ${reach}::date + ${days}::int
        and (c.reminded_days is null or c.reminded_days > ${days})
      returning c.id, c.code, c.valid_to::text as "validTo", s.name, s.user_id as "userId", s.partner_id as "partnerId"`.execute(
      tx.kysely,
    );
    for (const ending of rows) await tellEnding(tx, ending, days);
  }
}

interface Ending {
  readonly id: string;
  readonly code: string;
  readonly validTo: string;
  readonly name: string;
  readonly userId: string;
  readonly partnerId: string;
}

async function tellEnding(tx: Tx, { id, code, validTo, name, userId, partnerId }: Ending, days: number): Promise<void> {
  const cert = (await meaningsOf(tx, "partner_cert"))(code);
  const about = `partner.cert:${id}:${validTo}:${days}`;
  const notice = { category: "WARNING", level: "WARN", title: "认证即将到期", about } as const;
  const content = `${cert}将于${validTo}到期，请及时复训，到期后账号将被冻结`;
  await notify(tx, [userId], { ...notice, content });
  const admins = (await partnerAdmins(tx, partnerId)).map((one) => one.userId).filter((id) => id !== userId);
  await notify(tx, admins, { ...notice, content: `${name}的${content}`, route: STAFF_PAGE });
}
