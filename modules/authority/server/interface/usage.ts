import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import { BUCKETS, p95Of, sumOf } from "./histogram.ts";

const DAY_MS = 86_400_000;
export const daysAgo = (now: Date, days: number): string => dayOf(new Date(now.getTime() - days * DAY_MS));

export interface CallerCount {
  calls: number;
  errors: number;
  overstepped: number;
  lastCalledAt: Date;
}

/** What a node counted for one interface on one day. */
export interface UsageCount {
  readonly method: string;
  readonly path: string;
  readonly day: string;
  calls: number;
  errors: number;
  refusals: number;
  readonly callsByHour: number[];
  readonly errorsByHour: number[];
  readonly msBuckets: number[];
  lastCalledAt: Date;
  readonly callers: Map<string, CallerCount>;
}

/** Adds the counts of a node to the days. Calls that are not in the catalogue are left out. */
export async function addUsage(tx: Tx, counts: readonly UsageCount[]): Promise<void> {
  const lines = counts.map(({ callers, ...count }) => snake(count));
  const called = counts.flatMap(({ callers, method, path, day }) =>
    [...callers].map(([userId, caller]) => snake({ method, path, day, userId, ...caller })),
  );
  // in the order of the ids, because two nodes could otherwise deadlock
  await sql`
    insert into interface_usage_daily as u
      (interface_id, day, calls, errors, refusals, calls_by_hour, errors_by_hour, ms_buckets, last_called_at)
    select i.id, c.day, c.calls, c.errors, c.refusals, c.calls_by_hour, c.errors_by_hour, c.ms_buckets, c.last_called_at
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as c (method text, path text, day date, calls int,
      errors int, refusals int, calls_by_hour int[], errors_by_hour int[], ms_buckets int[], last_called_at timestamptz)
    join api_interface i on i.method = c.method and i.path = c.path
    order by i.id, c.day
    on conflict (interface_id, day) do update set
      calls = u.calls + excluded.calls,
      errors = u.errors + excluded.errors,
      refusals = u.refusals + excluded.refusals,
      calls_by_hour = ${addCounts("calls_by_hour")},
      errors_by_hour = ${addCounts("errors_by_hour")},
      ms_buckets = ${addCounts("ms_buckets")},
      last_called_at = greatest(u.last_called_at, excluded.last_called_at)`.execute(tx.kysely);
  await sql`
    insert into interface_caller_daily as u (interface_id, day, user_id, calls, errors, overstepped, last_called_at)
    select i.id, c.day, c.user_id, c.calls, c.errors, c.overstepped, c.last_called_at
    from jsonb_to_recordset(${JSON.stringify(called)}::jsonb) as c (method text, path text, day date, user_id uuid,
      calls int, errors int, overstepped int, last_called_at timestamptz)
    join api_interface i on i.method = c.method and i.path = c.path
    order by i.id, c.day, c.user_id
    on conflict (interface_id, day, user_id) do update set
      calls = u.calls + excluded.calls,
      errors = u.errors + excluded.errors,
      overstepped = u.overstepped + excluded.overstepped,
      last_called_at = greatest(u.last_called_at, excluded.last_called_at)`.execute(tx.kysely);
  await addPermissionUse(tx, called);
}

/** Stores when permissions were last used. Calls that were refused for lack of a right do not count. */
async function addPermissionUse(tx: Tx, called: readonly unknown[]): Promise<void> {
  await sql`
    insert into permission_use as u (permission_code, user_id, last_used_at)
    select i.permission_code, c.user_id, max(c.last_called_at)
    from jsonb_to_recordset(${JSON.stringify(called)}::jsonb) as c (method text, path text, user_id uuid, calls int,
      overstepped int, last_called_at timestamptz)
    join api_interface i on i.method = c.method and i.path = c.path
    where c.calls > c.overstepped and i.permission_code like '%:%'
    group by i.permission_code, c.user_id order by i.permission_code, c.user_id
    on conflict (permission_code, user_id) do update set
      last_used_at = greatest(u.last_used_at, excluded.last_used_at)`.execute(tx.kysely);
}

function addCounts(column: string) {
  const [was, is] = [sql.ref(`u.${column}`), sql.ref(`excluded.${column}`)];
  return sql`array(select coalesce(a, 0) + coalesce(b, 0) from unnest(${was}, ${is}) with ordinality as t (a, b, n) order by n)`;
}

function snake(row: object): Record<string, unknown> {
  const named = Object.entries(row).map(([name, value]) => [
    name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(named);
}

export interface Usage {
  readonly calls7d: number;
  readonly errors7d: number;
  readonly refusals7d: number;
  readonly p95Ms: number | null;
  readonly lastCalledAt: Date | null;
}

/** Sums up the last seven days of these interfaces and finds when each was last called. */
export async function usageOf(tx: Tx, ids: readonly string[]): Promise<(id: string) => Usage> {
  const since = daysAgo(tx.now, 6);
  const rows = ids.length === 0 ? [] : await recentDays(tx, ids, since);
  const last = ids.length === 0 ? new Map<string, Date>() : await lastCalls(tx, ids);
  const byInterface = Map.groupBy(rows, (row) => row.interfaceId);
  return (id) => {
    const days = byInterface.get(id) ?? [];
    const sum = (of: "calls" | "errors" | "refusals") => days.reduce((total, day) => total + day[of], 0);
    const buckets = sumOf(
      days.map((day) => day.msBuckets),
      BUCKETS,
    );
    const sums = { calls7d: sum("calls"), errors7d: sum("errors"), refusals7d: sum("refusals") };
    return { ...sums, p95Ms: p95Of(buckets), lastCalledAt: last.get(id) ?? null };
  };
}

function recentDays(tx: Tx, ids: readonly string[], since: string) {
  return db(tx)
    .selectFrom("interfaceUsageDaily")
    .select(["interfaceId", "calls", "errors", "refusals", "msBuckets"])
    .where("interfaceId", "in", ids)
    .where("day", ">=", since)
    .execute();
}

async function lastCalls(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select i.id, u.last_called_at as at from unnest(${[...ids]}::uuid[]) as i (id)
    cross join lateral (select last_called_at from interface_usage_daily
      where interface_id = i.id order by day desc limit 1) u`.execute(tx.kysely);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

const KEPT_DAYS = 400;
const CALLERS_KEPT_DAYS = 90;

export async function forgetOldUsage(tx: Tx): Promise<void> {
  await db(tx).deleteFrom("interfaceUsageDaily").where("day", "<", daysAgo(tx.now, KEPT_DAYS)).execute();
  await db(tx).deleteFrom("interfaceCallerDaily").where("day", "<", daysAgo(tx.now, CALLERS_KEPT_DAYS)).execute();
  const gone = new Date(tx.now.getTime() - CALLERS_KEPT_DAYS * DAY_MS);
  await db(tx).deleteFrom("permissionUse").where("lastUsedAt", "<", gone).execute();
}
