import { dayOf, startOfDay, wireTime } from "@ops/platform/contract";
import { notify, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { dormantDays, passwordMaxAgeDays } from "../params.ts";
import { isKept } from "../person/is-kept.ts";
import { notOver } from "../rights/in-force.ts";

const DAY_MS = 86_400_000;
const PEOPLE = "/AuthorityManagement/UserManagement";

/** How many days before something ends its people hear of it, the last call first. */
const validitySteps = [1, 7, 30];
const grantSteps = [1, 7];
const passwordSteps = [7];
/** 45 and 53 of the usual 60 days (AU-R9). */
const dormancySteps = [7, 15];

interface Due {
  readonly userId: string;
  readonly userName: string;
  readonly leaderId: string | null;
  readonly lastDay: string;
  readonly daysLeft: number;
}

/** Leader of the organisation where the person mainly works. */
const leader = sql`(select o.leader_user_id from membership m join organization o on o.id = m.organization_id
  where m.user_id = u.id and m.is_primary and m.status = 'EFFECTIVE' and o.leader_user_id <> u.id limit 1)`;

/** Accounts that end by date: the person and the leader hear of it 30, 7 and 1 days before (AU-R8). */
export async function remindOfValidity(tx: Tx): Promise<void> {
  const today = dayOf(tx.now);
  const { rows } = await sql<Due>`select u.id as "userId", u.user_name as "userName", ${leader} as "leaderId",
      u.valid_until::text as "lastDay", u.valid_until - ${today}::date as "daysLeft"
    from app_user u where u.deleted_at is null and u.status in ('ACTIVE', 'PENDING') and u.user_type <> 'SERVICE'
      and u.valid_until between ${today}::date and ${today}::date + 30`.execute(tx.kysely);
  for (const due of rows) {
    const { userName, lastDay, daysLeft } = due;
    await remind(tx, due, stepOf(validitySteps, daysLeft), "validity", {
      title: "账号即将到期",
      own: `您的账号有效期至${lastDay}，还有${daysLeft}天，到期后将无法登录，请联系管理员。`,
      leaders: `${userName}的账号有效期至${lastDay}，还有${daysLeft}天，如需继续使用请修改有效期。`,
    });
  }
}

/** Accounts that nobody uses: heard of before they go to sleep (AU-R9). */
export async function remindOfDormancy(tx: Tx): Promise<void> {
  const days = tx.param(dormantDays);
  const today = startOfDay(dayOf(tx.now));
  const { rows } = await sql<Omit<Due, "lastDay" | "daysLeft"> & { lastUse: Date }>`select u.id as "userId",
      u.user_name as "userName", ${leader} as "leaderId",
      greatest(u.last_active_at, u.created_at, u.reactivated_at) as "lastUse"
    from app_user u where u.deleted_at is null and u.status = 'ACTIVE' and u.user_type <> 'SERVICE'
      and not ${isKept} and greatest(u.last_active_at, u.created_at, u.reactivated_at)
        < ${new Date(today.getTime() - (days - 16) * DAY_MS)}`.execute(tx.kysely);
  for (const { lastUse, ...person } of rows) {
    const idle = Math.round((today.getTime() - startOfDay(dayOf(lastUse)).getTime()) / DAY_MS);
    const daysLeft = days - idle;
    const lastDay = dayOf(new Date(today.getTime() + daysLeft * DAY_MS));
    await remind(tx, { ...person, lastDay, daysLeft }, stepOf(dormancySteps, daysLeft), "dormancy", {
      title: "账号即将休眠",
      own: `您已${idle}天未使用系统，账号将于${lastDay}休眠。`,
      leaders: `${person.userName}已${idle}天未使用系统，账号将于${lastDay}休眠。`,
    });
  }
}

/** Roles that were lent for a time: their holder hears of it 7 and 1 days before (AU-R17). */
export async function remindOfGrants(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: string; userId: string; roleName: string; orgName: string; validTo: Date }>`
    select g.id, m.user_id as "userId", r.name as "roleName", o.name as "orgName", g.valid_to as "validTo"
    from role_grant g join role r on r.id = g.role_id join membership m on m.id = g.membership_id
      join organization o on o.id = m.organization_id
    where ${notOver(tx)} and g.valid_to <= ${new Date(tx.now.getTime() + 7 * DAY_MS)}`.execute(tx.kysely);
  for (const { id, userId, roleName, orgName, validTo } of rows) {
    const step = stepOf(grantSteps, Math.ceil((validTo.getTime() - tx.now.getTime()) / DAY_MS));
    await notify(tx, [userId], {
      category: "WARNING",
      level: "WARN",
      title: "角色即将到期",
      once: true,
      about: `grant:${id}:${step}`,
      content: `您在${orgName}的角色「${roleName}」将于${wireTime(validTo).slice(0, 16)}到期。`,
    });
  }
}

/** Passwords that will have to be changed: 7 days before (PF-R38). */
export async function remindOfPasswords(tx: Tx): Promise<void> {
  const days = tx.param(passwordMaxAgeDays);
  if (days === 0) return;
  const { rows } = await sql<{ userId: string; pwdUpdatedAt: Date }>`
    select id as "userId", pwd_updated_at as "pwdUpdatedAt" from app_user
    where deleted_at is null and status = 'ACTIVE' and user_type <> 'SERVICE' and not must_change_pwd
      and pwd_updated_at <= ${new Date(tx.now.getTime() - (days - 7) * DAY_MS)}
      and pwd_updated_at > ${new Date(tx.now.getTime() - days * DAY_MS)}`.execute(tx.kysely);
  for (const { userId, pwdUpdatedAt } of rows) {
    const lastDay = dayOf(new Date(pwdUpdatedAt.getTime() + days * DAY_MS));
    await notify(tx, [userId], {
      category: "WARNING",
      level: "WARN",
      title: "密码即将过期",
      once: true,
      about: `password:${userId}:${lastDay}:${passwordSteps[0]}`,
      content: `您的密码将于${lastDay}过期，请在此之前通过右上角「修改密码」修改。`,
    });
  }
}

interface Words {
  readonly title: string;
  readonly own: string;
  readonly leaders: string;
}

async function remind(tx: Tx, due: Due, step: number | undefined, what: string, words: Words): Promise<void> {
  if (step === undefined) return;
  const about = `${what}:${due.userId}:${due.lastDay}:${step}`;
  const notice = { category: "WARNING", level: "WARN", title: words.title, once: true, about } as const;
  await notify(tx, [due.userId], { ...notice, content: words.own });
  if (due.leaderId) await notify(tx, [due.leaderId], { ...notice, content: words.leaders, route: PEOPLE });
}

/** The step that has been reached: of 30, 7 and 1 days the 7, when 5 are left. */
function stepOf(steps: readonly number[], daysLeft: number): number | undefined {
  return steps.find((step) => daysLeft <= step);
}
