import { wireTime } from "@ops/platform/contract";
import { reads, requireRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { mayName } from "../rights/reader/may-name.ts";
import { interfaces } from "./tables.ts";
import { daysAgo, usageOf } from "./usage.ts";

const HOURS = 48;
const HOUR_MS = 3_600_000;
const CALLERS = 20;

/** Counts calls and errors by hour and lists who calls most. */
export const getInterfaceStatistics = reads(contract.getInterfaceStatistics, async (tx, { params: { id } }) => {
  const { id: interfaceId } = await requireRecord(tx, interfaces, id);
  const {
    calls7d: calls,
    errors7d: errors,
    refusals7d: refusals,
    p95Ms,
  } = (await usageOf(tx, [interfaceId]))(interfaceId);
  return {
    calls,
    errors,
    refusals,
    p95Ms,
    hours: await hoursOf(tx, interfaceId),
    callers: await callersOf(tx, interfaceId),
  };
});

async function hoursOf(tx: Tx, interfaceId: string) {
  const days = await db(tx)
    .selectFrom("interfaceUsageDaily")
    .select(["day", "callsByHour", "errorsByHour"])
    .where("interfaceId", "=", interfaceId)
    .where("day", ">=", daysAgo(tx.now, 2))
    .execute();
  const byDay = new Map(days.map((row) => [row.day, row]));
  const thisHour = Math.floor(tx.now.getTime() / HOUR_MS);
  return Array.from({ length: HOURS }, (_, index) => {
    const hour = new Date((thisHour - HOURS + 1 + index) * HOUR_MS);
    const text = wireTime(hour);
    const day = byDay.get(text.slice(0, 10));
    const at = Number(text.slice(11, 13));
    return { hour, calls: day?.callsByHour[at] ?? 0, errors: day?.errorsByHour[at] ?? 0 };
  });
}

/** Lists people in the reader's scope, while the sums count everybody. */
async function callersOf(tx: Tx, interfaceId: string) {
  const { rows } = await sql<{ userId: string; userName: string; calls: number; errors: number; lastCalledAt: Date }>`
    select c.user_id as "userId", coalesce(u.user_name, '接口账号·' || k.name, '已删除') as "userName", sum(c.calls)::int as calls,
      sum(c.errors)::int as errors, max(c.last_called_at) as "lastCalledAt"
    from interface_caller_daily c left join app_user u on u.id = c.user_id left join api_client k on k.id = c.user_id
    where c.interface_id = ${interfaceId} and c.day >= ${daysAgo(tx.now, 6)} and ${mayName(tx)}
    group by c.user_id, u.user_name, k.name order by calls desc, c.user_id limit ${CALLERS}`.execute(tx.kysely);
  return rows;
}
