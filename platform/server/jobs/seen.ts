import type { BackgroundJob, JobState, listJobs, Page, QueryOf, ScheduleLine } from "@ops/platform/contract";
import { CronExpressionParser } from "cron-parser";
import { type RawBuilder, sql } from "kysely";
import { countedPage } from "../db/list/counted-page.ts";
import type { Tx } from "../db/tx.ts";
import { db } from "../tables.ts";
import { errorClass } from "./error-class.ts";
import { hideNames } from "./hide-names.ts";
import type { Schedule } from "./job.ts";

const states: Readonly<Record<JobState, readonly string[]>> = {
  RUNNING: ["active"],
  WAITING: ["created", "retry"],
  FAILED: ["failed"],
};

interface Line extends Omit<BackgroundJob, "title" | "createdAt" | "startedAt" | "nextRunAt"> {
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly nextRunAt: Date | null;
}

/** Lists running, waiting and failed jobs. Their payloads stay in the queue. */
export async function jobsSeen(
  tx: Tx,
  query: QueryOf<typeof listJobs>,
  titles: ReadonlyMap<string, string>,
): Promise<Page<Line & { title: string }>> {
  const wanted = query.state ? states[query.state] : Object.values(states).flat();
  const where = sql<boolean>`j.state::text = any(${wanted}) and (${query.queue ?? null}::text is null or j.name = ${query.queue ?? null})`;
  const page = await countedPage(query, {
    rows: (limit, offset) => linesOf(tx, where, { limit, offset }),
    count: async (limit) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from (select 1 from pgboss.job j where ${where} limit ${limit}) c`.execute(tx.kysely);
      return rows[0]?.n ?? 0;
    },
  });
  return { ...page, list: page.list.map((line) => ({ ...line, title: titles.get(line.queue) ?? line.queue })) };
}

async function linesOf(
  tx: Tx,
  where: RawBuilder<boolean>,
  { limit, offset }: { limit: number; offset: number },
): Promise<Line[]> {
  const { rows } = await sql<Omit<Line, "lastError"> & { output: unknown }>`
    select j.id, j.name as queue, j.singleton_key as key, j.created_on as "createdAt", j.retry_limit + 1 as "mostTries",
      case j.state when 'active' then 'RUNNING' when 'failed' then 'FAILED' else 'WAITING' end as state,
      case when j.started_on is null then 0 else j.retry_count + 1 end as tries,
      j.started_on as "startedAt",
      case when j.state in ('created', 'retry') then greatest(j.start_after, j.created_on) end as "nextRunAt",
      coalesce(j.output -> 'value', j.output) as output
    from pgboss.job j where ${where}
    order by case j.state when 'active' then 0 when 'failed' then 2 else 1 end, j.created_on desc, j.id
    limit ${limit} offset ${offset}`.execute(tx.kysely);
  return rows.map(({ output, ...row }) => ({
    ...row,
    key: row.key && hideNames(row.key),
    lastError: output === null ? null : errorClass(output),
  }));
}

/** Scheduled work with its last and its next time. */
export async function schedulesSeen(tx: Tx, schedules: readonly Schedule[]): Promise<(ScheduleFacts & Told)[]> {
  const runs = await db(tx).selectFrom("scheduleRun").selectAll().execute();
  const byName = new Map(runs.map((run) => [run.name, run]));
  return schedules
    .map((schedule) => {
      const { name, at, title = name } = schedule;
      const run = byName.get(name);
      return {
        name,
        title,
        at: periodOf(at),
        lastRunAt: run?.startedAt ?? null,
        finishedAt: run?.finishedAt ?? null,
        nextRunAt: nextSlot(schedule, tx.now),
        node: run?.node ?? null,
        lastError: run?.lastError ?? null,
      };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

type Told = Pick<ScheduleLine, "name" | "title" | "at" | "node" | "lastError">;
interface ScheduleFacts {
  readonly lastRunAt: Date | null;
  readonly finishedAt: Date | null;
  readonly nextRunAt: Date;
}

/** 每5秒, 每10分钟, 每天 03:00; rarer ones as cron says it. */
function periodOf(at: Schedule["at"]): string {
  if (typeof at === "string") {
    const [, minute = "", hour = ""] = /^(\d+) (\d+|\*) \* \* \*$/.exec(at) ?? [];
    if (hour === "*") return `每小时第${minute}分`;
    return hour ? `每天 ${hour.padStart(2, "0")}:${minute.padStart(2, "0")}` : at;
  }
  const { everySeconds } = at;
  if (everySeconds % 3_600 === 0) return everySeconds === 3_600 ? "每小时" : `每${everySeconds / 3_600}小时`;
  if (everySeconds % 60 === 0) return everySeconds === 60 ? "每分钟" : `每${everySeconds / 60}分钟`;
  return `每${everySeconds}秒`;
}

function nextSlot({ at }: Schedule, now: Date): Date {
  if (typeof at === "string") {
    return CronExpressionParser.parse(at, { currentDate: now, tz: "Asia/Shanghai" }).next().toDate();
  }
  const step = at.everySeconds * 1000;
  return new Date((Math.floor(now.getTime() / step) + 1) * step);
}
