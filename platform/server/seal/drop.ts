import { sql } from "kysely";
import { writeAudit } from "../audit/write.ts";
import type { Tx } from "../db/tx.ts";
import type { JobRun } from "../jobs/job.ts";
import { numberParam } from "../params/declare.ts";
import { db } from "../tables.ts";
import { NONE } from "./merkle.ts";
import { lockSealing, sealOnce } from "./seal.ts";
import { faultIn, isDropped, type SealRow } from "./verify.ts";

export const auditKeepMonths = numberParam("audit.keepMonths", 36, {
  group: "操作日志",
  description: "操作日志保留月数，不短于数据库中设定的最短保留期",
  min: 6,
  max: 240,
});

/** Deletes the months of the log that are older than the required time (PF-R98). */
export async function dropOldMonths(work: Pick<JobRun, "step">): Promise<void> {
  for (const part of await work.step(findOldParts)) await work.step((tx) => dropMonth(tx, part));
}

/**
 * Finds partitions such as `audit_log_2023_11` that ended so many months ago, but none that the owner of the log wants
 * to keep.
 */
async function findOldParts(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select c.relname as part from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'audit_log'::regclass and c.relname ~ '^audit_log_\\d{4}_\\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM')
        < date_trunc('month', ${tx.now}::timestamptz at time zone 'UTC') - make_interval(months => greatest(${tx.param(auditKeepMonths)}::int, (select k.months from audit_keep k)))
    order by c.relname`.execute(tx.kysely);
  return rows.map(({ part }) => part);
}

/**
 * Drops a month. Rows of other months that share a seal with it are sealed again in the same transaction, so that all
 * remaining rows have a seal that can be checked. A month with unsealed or broken rows stays as evidence.
 */
async function dropMonth(tx: Tx, part: string): Promise<void> {
  await lockSealing(tx);
  const month = part.slice(-7).replace("_", "-");
  const seals = await sealsOf(tx, part);
  const why = await explainKeeping(tx, part, seals);
  if (why) {
    tx.log.warn({ month, why }, "an old month of the audit log is kept");
    return;
  }
  const rowCount = await countRows(tx, part);
  await sealAnew(tx, part, seals);
  tx.trail.about("auditLog", month, month);
  tx.trail.summary = `${month}的操作日志已超过保留期，共${rowCount}条`;
  await writeAudit(tx, {
    action: "JOB platform.auditMonths",
    actionName: "清理过期日志",
    module: "platform",
    result: "SUCCESS",
  });
  await sealOnce(tx, await rangesOf(tx, seals)); // includes the row written above, so there is something to seal
  while ((await sealOnce(tx)) > 0);
  // this comes last, because it blocks readers of the log; a long read postpones it to the next night
  await sql`set local lock_timeout = '5s'`.execute(tx.kysely);
  await sql`select drop_audit_month(${`${month}-01`}::date)`.execute(tx.kysely);
}

/** Finds the seals with a row of the month, including late ones. */
async function sealsOf(tx: Tx, part: string): Promise<SealRow[]> {
  return db(tx)
    .selectFrom("auditSeal as s")
    .selectAll("s")
    .where(
      sql<boolean>`(exists (select 1 from ${sql.table(part)} p where p.seq between s.from_seq and s.to_seq)
        or exists (select 1 from ${sql.table(part)} p where p.seq = any(s.late)))`,
    )
    .where(sql<boolean>`not ${isDropped}`)
    .orderBy("s.no")
    .execute();
}

/** `{[1,5),[7,8)}` */
async function rangesOf(tx: Tx, seals: readonly SealRow[]): Promise<string> {
  const { rows } = await sql<{ ranges: string }>`
    select coalesce(range_agg(int8range(no, no, '[]')), '{}')::text as ranges
    from unnest(${seals.map(({ no }) => no)}::bigint[]) no`.execute(tx.kysely);
  return rows[0]?.ranges ?? NONE;
}

async function explainKeeping(tx: Tx, part: string, seals: readonly SealRow[]): Promise<string | null> {
  const { rows } = await sql<{ open: boolean; broken: boolean }>`select
    exists (select 1 from ${sql.table(part)} p where p.seq > coalesce((select max(to_seq) from audit_seal), 0)
      or p.seq in (select o.seq from audit_seal_open o)) as open,
    exists (select 1 from audit_seal_fault f where f.seal_no = any(${seals.map(({ no }) => no)}::bigint[])) as broken`.execute(
    tx.kysely,
  );
  if (rows[0]?.open) return "some of its rows are not sealed yet";
  return rows[0]?.broken ? "the check has found it broken" : null;
}

async function countRows(tx: Tx, part: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(part)}`.execute(tx.kysely);
  return rows[0]?.n ?? 0;
}

/**
 * Marks the rows as expected again, so that the next seal includes them. Rows that were changed after their sealing are
 * not hidden that way.
 */
async function sealAnew(tx: Tx, part: string, seals: readonly SealRow[]): Promise<void> {
  for (const seal of seals) {
    const { rows } = await sql<{ seq: number }>`
      select a.seq from audit_log a
      where ((a.seq between ${seal.fromSeq} and ${seal.toSeq} and not a.seq = any(${seal.absent}::bigint[]))
          or a.seq = any(${seal.late}::bigint[]))
        and a.tableoid <> ${part}::regclass`.execute(tx.kysely);
    if (rows.length === 0) continue;
    const fault = await faultIn(tx, seal);
    if (fault) throw new Error(`seal ${seal.no} does not hold, its month stays: ${fault}`);
    await sql`insert into audit_seal_open (seq, since)
      select unnest(${rows.map(({ seq }) => seq)}::bigint[]), ${tx.now} on conflict do nothing`.execute(tx.kysely);
  }
}
