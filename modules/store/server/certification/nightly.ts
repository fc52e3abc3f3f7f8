import { lookupOrganizations } from "@ops/authority/server";
import { addDays, dayOf } from "@ops/platform/contract";
import {
  changeRecord,
  eachInStep,
  insertPastAudits,
  jobAudit,
  notify,
  readersAmong,
  schedule,
  type Tx,
} from "@ops/platform/server";
import { sql } from "kysely";
import {
  certStates,
  EARLIEST_REMINDER,
  ENDING_DAYS,
  isExpired,
  isStoodDown,
  reminderStep,
  StaffDetailPage,
} from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { type StaffRow, staffTable } from "../staff/tables.ts";
import { noteCertStates } from "./cert-state.ts";
import { lockBoth } from "./lock.ts";
import { isNeeded, openCertificate } from "./open.ts";
import { graceDays } from "./params.ts";
import { standDown } from "./post.ts";
import { certTable } from "./tables.ts";

/** Ends certificates whose last day is over, takes people out of their posts, and reminds (ST-R13). Each in its own step. */
export const certNightly = schedule({
  name: "store.certificates",
  title: "岗位认证到期处理",
  at: "0 1 * * *",
  run: async (work) => {
    await eachInStep(work, endedOf, expire);
    await eachInStep(work, overdueOf, standDownOf);
    await eachInStep(work, endingOf, remind);
    await work.step(async (tx) => noteCertStates(tx, await newlyEnding(tx)));
  },
});

async function idsWhere(tx: Tx, condition: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from certification where ${condition} order by id`.execute(
    tx.kysely,
  );
  return rows.map(({ id }) => id);
}

const endedOf = (tx: Tx) => {
  const today = dayOf(tx.now);
  return idsWhere(
    tx,
    sql`(state = 'CERTIFIED' and expire_on < ${today}::date)
      or (state = 'CHALLENGED' and expire_on < ${addDays(today, -tx.param(graceDays))}::date)`,
  );
};
const overdueOf = (tx: Tx) => idsWhere(tx, sql`state in ('DOING', 'REVIEW') and due_on < ${dayOf(tx.now)}::date`);
const endingOf = (tx: Tx) => {
  const today = dayOf(tx.now);
  return idsWhere(
    tx,
    sql`state = 'CERTIFIED' and expire_on between ${today}::date and ${addDays(today, EARLIEST_REMINDER)}::date`,
  );
};

async function newlyEnding(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select s.id from store_staff s
    join certification c on c.staff_id = s.id and c.position_code = s.position_code
    where s.cert_state = 'CERTIFIED' and c.state in ('CERTIFIED', 'CHALLENGED')
      and c.expire_on <= ${addDays(dayOf(tx.now), ENDING_DAYS)}::date`.execute(tx.kysely);
  return rows.map(({ id }) => id);
}

/**
 * A new certificate is opened at once, so that the days of grace can be used to get it. One that was reported waits for the
 * judgement as long as these days last.
 */
async function expire(tx: Tx, certId: string): Promise<void> {
  const { staff, cert } = await lockBoth(tx, certId, null);
  const { state, expireOn } = cert;
  const grace = tx.param(graceDays);
  if (expireOn === null || !isExpired({ state, expireOn }, dayOf(tx.now), grace)) return;
  await changeRecord(tx, certTable, cert, { state: certStates.next(state, "expire") });
  if (await isNeeded(tx, staff, cert)) await openCertificate(tx, staff, addDays(expireOn, grace));
  await noteCertStates(tx, [staff.id]);
}

async function standDownOf(tx: Tx, certId: string): Promise<void> {
  const { staff, cert } = await lockBoth(tx, certId, null);
  if (!cert.dueOn || !isStoodDown(cert.dueOn, dayOf(tx.now))) return;
  await changeRecord(tx, certTable, cert, { dueOn: null });
  if (!(await isNeeded(tx, staff, cert))) return;
  await standDown(tx, staff);
  await noteCertStates(tx, [staff.id]);
  await logStandDown(tx, staff);
}

/** No call is about this change, so its entry in the log of the person is written here. */
async function logStandDown(tx: Tx, { id, staffNo, name }: StaffRow): Promise<void> {
  const about = { bizType: staffTable.name, bizId: id, bizNo: staffNo };
  const said = { action: "store.certificates", actionName: "认证到期下岗", summary: `${name}未按期完成认证，转入培训` };
  await insertPastAudits(tx, [{ ...jobAudit(tx, "store"), ...about, ...said, diffs: [] }]);
}

/** Reminds the person and, if they may open the record, the 店长; once for each step. */
async function remind(tx: Tx, certId: string): Promise<void> {
  const cert = await findRow(tx, "certification", { id: certId });
  const staff = cert && (await findRow(tx, "storeStaff", { id: cert.staffId }));
  if (!staff || !cert.expireOn || !(await isNeeded(tx, staff, cert))) return;
  const step = reminderStep(cert.expireOn, dayOf(tx.now));
  const leader = (await lookupOrganizations(tx, [staff.storeId])).get(staff.storeId)?.leaderUserId ?? null;
  const above = await readersAmong(tx, { table: staffTable, id: staff.id }, leader ? [leader] : []);
  await notify(tx, [...(staff.userId ? [staff.userId] : []), ...above], {
    category: "WARNING",
    level: "WARN",
    title: "岗位认证即将到期",
    content: `${staff.name}的岗位认证将于${cert.expireOn}到期`,
    once: true,
    about: `store.cert:${cert.id}:${cert.expireOn}:${step}`,
    route: `/${StaffDetailPage.addressOf({ mode: "view", id: staff.id }).slice(1)}`,
  });
}
