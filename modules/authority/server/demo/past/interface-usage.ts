import type { Endpoint } from "@ops/platform/contract";
import { insertMany, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../../database.ts";
import { BUCKETS, bucketOf } from "../../interface/histogram.ts";
import { type Calendar, minutesAfter } from "../calendar.ts";
import type { Person } from "../people/people.ts";
import { type Seeded, seeded } from "../seeded.ts";

/** The number of days with random values. Earlier days are copies of them, because copying is cheaper. */
const DRAWN_DAYS = 15;
const DAYS = 90;
/** Interfaces that are called so often have figures of all days, the others of the drawn ones, so that rows stay few. */
const BUSY_CALLS = 2_000;
const KNOWN_DAYS = 120;
const CALLERS = 12;
/** How the calls of a working day are spread over its hours. */
const rhythm = [0, 0, 0, 0, 0, 0, 0, 1, 6, 12, 11, 9, 5, 7, 10, 10, 9, 8, 6, 3, 2, 1, 0, 0];
const WHOLE_DAY = rhythm.reduce((sum, share) => sum + share, 0);

/** Makes the interfaces known since long before the first call. */
export async function backdateInterfaces(tx: Tx, calendar: Calendar): Promise<void> {
  const release = new Date(`${calendar.day(KNOWN_DAYS)}T02:00:00+08:00`);
  await db(tx).updateTable("apiInterface").set({ firstSeenAt: release, lastSeenAt: release }).execute();
  await db(tx).updateTable("interfaceSyncRun").set({ startedAt: release }).execute();
}

/** Loads calls of ninety days, as if the product had been in use. Nobody calls a few of the interfaces. */
export async function loadInterfaceUsage(tx: Tx, persons: readonly Person[], calendar: Calendar): Promise<void> {
  const stored = await db(tx)
    .selectFrom("apiInterface")
    .select(["id", "method", "path", "permissionCode"])
    .orderBy("path")
    .execute();
  const staff = persons.filter(({ status, userType }) => status === "ACTIVE" && userType !== "SERVICE");
  const used = stored.map((one) => ({ ...one, random: seeded(`${one.method} ${one.path}`) }));
  const busy = used.flatMap((one) => {
    const perDay = callsPerDay(one);
    return perDay === 0 ? [] : [{ ...one, perDay }];
  });
  const days = Array.from({ length: DRAWN_DAYS }, (_, ago) => ago + 1);
  await insertMany(
    tx,
    "interfaceUsageDaily",
    busy.flatMap((one) => days.map((ago) => usageRow(one, ago, calendar))),
  );
  const daily = busy.flatMap(({ id, perDay }) => (perDay >= BUSY_CALLS ? [id] : []));
  await sql`insert into interface_usage_daily (interface_id, day, calls, errors, refusals, ms_buckets, calls_by_hour,
      errors_by_hour, last_called_at)
    select d.interface_id, d.day - ago, d.calls, d.errors, d.refusals, d.ms_buckets, d.calls_by_hour, d.errors_by_hour,
      d.last_called_at - make_interval(days => ago)
    from interface_usage_daily d, generate_series(${DRAWN_DAYS}::int, ${DAYS - DRAWN_DAYS}::int, ${DRAWN_DAYS}::int) as ago
    where d.interface_id = any(${daily}::uuid[]) and d.day < ${calendar.day(0)}`.execute(tx.kysely);
  await insertMany(
    tx,
    "interfaceCallerDaily",
    busy.flatMap((one) => callerRows(one, staff, calendar)),
  );
  await sql`insert into permission_use (permission_code, user_id, last_used_at)
    select i.permission_code, c.user_id, max(c.last_called_at)
    from interface_caller_daily c join api_interface i on i.id = c.interface_id
    where i.permission_code like '%:%' group by i.permission_code, c.user_id
    on conflict do nothing`.execute(tx.kysely); // somebody may have used it since the start
}

interface Used {
  readonly id: string;
  readonly method: Endpoint["method"];
  readonly random: Seeded;
  readonly permissionCode: string;
  readonly perDay: number;
}

function callsPerDay({ method, random, permissionCode }: Pick<Used, "method" | "random" | "permissionCode">): number {
  if (random.chance(8) && permissionCode.includes(":")) return 0;
  return method === "GET" ? random.integer(120, 2_400) : random.integer(3, 60);
}

function usageRow({ id, random, perDay, method }: Used, ago: number, calendar: Calendar) {
  const calls = Math.max(1, Math.round((perDay * random.integer(70, 130)) / 100));
  const callsByHour = rhythm.map((share) => Math.round((calls * share) / WHOLE_DAY));
  const errors = random.chance(12) ? random.integer(1, Math.max(1, Math.round(calls / 80))) : 0;
  const usualMs = method === "GET" ? random.integer(4, 25) : random.integer(10, 60);
  const msBuckets = new Array<number>(BUCKETS).fill(0);
  for (const [factor, share] of [[1, 80] as const, [2, 16] as const, [6, 4] as const]) {
    const at = bucketOf(usualMs * factor);
    msBuckets[at] = (msBuckets[at] ?? 0) + Math.round((calls * share) / 100);
  }
  return {
    interfaceId: id,
    day: calendar.day(ago),
    calls,
    errors,
    msBuckets,
    callsByHour,
    refusals: Math.round(calls / 50),
    errorsByHour: rhythm.map((_, hour) => (hour === 10 ? errors : 0)),
    lastCalledAt: calendar.workingTime(random, ago),
  };
}

function callerRows({ id, random, perDay }: Used, staff: readonly Person[], calendar: Calendar) {
  const first = random.integer(0, Math.max(0, staff.length - CALLERS));
  return staff.slice(first, first + CALLERS).map(({ id: userId }, index) => ({
    interfaceId: id,
    day: calendar.day(1),
    userId,
    calls: Math.max(1, Math.round(perDay / (index + 2))),
    errors: 0,
    overstepped: 0,
    lastCalledAt: minutesAfter(new Date(`${calendar.day(1)}T17:30:00+08:00`), -index * 7),
  }));
}
