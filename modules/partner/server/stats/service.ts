import { accountsOf } from "@ops/authority/server";
import { type AnswerFrom, dayOf, daysOf, type InstantRange, startOfDay } from "@ops/platform/contract";
import { inScope, onlyOf, reads, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { partners } from "../company/tables.ts";
import { requiredPapers } from "../qualification/required.ts";

type Stats = AnswerFrom<typeof contract.getPartnerStats>;
const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 90;
const RECENT_DAYS = 7;

/** Answers the numbers of the last 90 days by default, for the reader's scope. */
export const getPartnerStats = reads(contract.getPartnerStats, async (tx, { query }) => {
  const period = query.period ?? { from: new Date(tx.now.getTime() - DEFAULT_DAYS * DAY_MS), until: tx.now };
  const scope = inScope(tx, partners);
  return {
    ...(await growth(tx, scope, period)),
    papers: await paperShare(tx, scope),
    renewals: await renewalShare(tx, scope, period),
    accounts: await accountShare(tx, scope),
    turnover: await turnoverShare(tx, scope, period),
    openTasks: await openTasks(tx, scope),
    contractEnds: await contractEnds(tx, scope),
    ...(await ranking(tx, scope)),
  };
});

type Scope = RawBuilder<boolean>;
type Share = Stats["papers"];
type Counted = Stats["openTasks"][number];

async function growth(tx: Tx, scope: Scope, { from, until }: InstantRange) {
  type Row = Pick<Stats, "activeCount" | "activated" | "terminated" | "onboardingDays">;
  const { rows } = await sql<Row>`
    select count(*) filter (where state = 'ACTIVE')::int as "activeCount",
      count(*) filter (where activated_at >= ${from} and activated_at < ${until})::int as activated,
      count(*) filter (where terminated_at >= ${from} and terminated_at < ${until})::int as terminated,
      round((percentile_cont(0.5) within group (order by extract(epoch from activated_at - approved_at) / 86400)
        filter (where activated_at >= ${from} and activated_at < ${until}))::numeric, 1)::float8 as "onboardingDays"
    from partner where ${scope}`.execute(tx.kysely);
  return onlyOf(rows);
}

/** Counts valid papers among those that working partners must have. */
async function paperShare(tx: Tx, scope: Scope): Promise<Share> {
  const { rows } = await sql<{ kinds: string[]; held: string[] }>`
    select partner.kinds, array(select distinct q.kind from partner_qualification q where q.partner_id = partner.id
      and q.state = 'VALID' and (q.expire_on is null or q.expire_on >= ${dayOf(tx.now)}::date)) as held
    from partner where ${scope} and partner.state in ('ACTIVE', 'SUSPENDED')`.execute(tx.kysely);
  let [part, whole] = [0, 0];
  for (const { kinds, held } of rows) {
    const { required } = requiredPapers(tx, { kinds });
    whole += required.length;
    part += required.filter((kind) => held.includes(kind)).length;
  }
  return { part, whole };
}

/** Counts renewed ones among the main contracts that ended in the period. */
async function renewalShare(tx: Tx, scope: Scope, period: InstantRange): Promise<Share> {
  const { first, last } = daysOf(period);
  const { rows } = await sql<Share>`
    select count(*) filter (where c.state = 'RENEWED')::int as part, count(*)::int as whole
    from partner_contract c join partner on partner.id = c.partner_id
    where ${scope} and c.kind = 'MAIN' and c.state in ('RENEWED', 'EXPIRED')
      and c.end_on between ${first}::date and ${last}::date`.execute(tx.kysely);
  return onlyOf(rows);
}

/** Counts usable accounts that signed in within seven days. */
async function accountShare(tx: Tx, scope: Scope): Promise<Share> {
  const { rows } = await sql<{ userId: string }>`
    select s.user_id as "userId" from partner_staff s join partner on partner.id = s.partner_id
    where ${scope} and s.state = 'ACTIVE' and s.freeze_sources = '{}' and s.user_id is not null`.execute(tx.kysely);
  const known = await accountsOf(
    tx,
    rows.map(({ userId }) => userId),
  );
  const since = new Date(startOfDay(dayOf(tx.now)).getTime() - RECENT_DAYS * DAY_MS);
  const isRecent = ({ lastLoginAt }: { lastLoginAt: Date | null }) => lastLoginAt !== null && lastLoginAt >= since;
  return { part: [...known.values()].filter(isRecent).length, whole: rows.length };
}

/** Counts people who left in the period, relative to the mean of active people at its start and end. */
async function turnoverShare(tx: Tx, scope: Scope, period: InstantRange): Promise<Share> {
  const { first, last } = daysOf(period);
  const atStart = sql`s.activated_at < ${period.from} and (s.leave_on is null or s.leave_on >= ${first}::date)`;
  const atEnd = sql`s.activated_at < ${period.until} and (s.leave_on is null or s.leave_on > ${last}::date)`;
  const { rows } = await sql<Share>`
    select count(*) filter (where s.state = 'LEFT' and s.leave_on between ${first}::date and ${last}::date)::int as part,
      round((count(*) filter (where ${atStart}) + count(*) filter (where ${atEnd})) / 2.0)::int as whole
    from partner_staff s join partner on partner.id = s.partner_id where ${scope}`.execute(tx.kysely);
  return onlyOf(rows);
}

async function openTasks(tx: Tx, scope: Scope): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select min(t.name) as name, count(*)::int as count
    from partner_onboard_task t join partner on partner.id = t.partner_id
    where ${scope} and partner.state = 'ONBOARDING' and t.mandatory and t.state <> 'DONE'
    group by t.code order by min(t.sort), t.code`.execute(tx.kysely);
  return rows;
}

async function contractEnds(tx: Tx, scope: Scope): Promise<Counted[]> {
  const month = `${dayOf(tx.now).slice(0, 7)}-01`;
  const { rows } = await sql<Counted>`
    select to_char(m.first, 'YYYY-MM') as name, (select count(*)::int from partner_contract c
      join partner on partner.id = c.partner_id where ${scope} and c.kind = 'MAIN' and c.state in ('SIGNED', 'EFFECTIVE')
        and c.end_on >= m.first::date and c.end_on < (m.first + interval '1 month')::date) as count
    from generate_series(${month}::timestamp, ${month}::timestamp + interval '11 months', interval '1 month') m (first)
    order by m.first`.execute(tx.kysely);
  return rows;
}

const RANKED = 10;

async function ranking(tx: Tx, scope: Scope): Promise<Pick<Stats, "ranking" | "rankingPeriod">> {
  const { rows } = await sql<Stats["ranking"][number] & { period: string }>`
    select partner.short_name as name, a.total_hundredths / 100.0::float8 as total, a.level, a.period
    from partner_assessment a join partner on partner.id = a.partner_id
    where ${scope} and a.state = 'CLOSED' and a.period = (select max(period) from partner_assessment where state = 'CLOSED')
    order by a.total_hundredths desc, partner.partner_no limit ${RANKED}`.execute(tx.kysely);
  return { ranking: rows, rankingPeriod: rows[0]?.period ?? null };
}
