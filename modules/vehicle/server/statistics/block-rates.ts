import { dayOf, nextDay, startOfDay } from "@ops/platform/contract";
import { inScope, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type { BlockKind } from "../../contract/index.ts";
import { cars } from "../car-record/tables.ts";
import type { Statistics } from "./service.ts";

const DAYS = 30;
const DAY_MS = 86_400_000;

type BlockRate = Statistics["blocks"][number];

/**
 * Counts 管控率 at the end of each day, and at this moment for today. Cars that are 已注销 today are left out of all days,
 * because only their log knows since when.
 */
export async function blockRates(tx: Tx): Promise<BlockRate[]> {
  const today = startOfDay(dayOf(tx.now)).getTime();
  const days = Array.from({ length: DAYS }, (_, n) => dayOf(new Date(today - (DAYS - 1 - n) * DAY_MS)));
  const ends = days.map((day) => new Date(Math.min(startOfDay(nextDay(day)).getTime(), tx.now.getTime())));
  const [present, blocked] = [await presentAt(tx, ends), await blockedAt(tx, ends)];
  return days.map((day, n) => ({ day, cars: present[n] ?? 0, blocked: blocked.get(n) ?? [] }));
}

/**
 * Counts the cars that were registered and not yet delivered at each end. It counts present cars, and those delivered
 * since the first day.
 */
async function presentAt(tx: Tx, ends: readonly Date[]): Promise<number[]> {
  const since = ends[0] ?? tx.now;
  const scope = inScope(tx, cars);
  const live = sql`car.hold_state not in ('DELIVERED', 'OFF')`;
  const { rows } = await sql<{ createdAt: number; deliveredAt: number | null; count: number }>`
    select width_bucket(created_at, ${ends}::timestamptz[]) as "createdAt", "deliveredAt", count(*)::int as count from (
      select created_at, null::int as "deliveredAt" from car where ${live} and ${scope}
      union all
      select created_at, width_bucket(delivered_at, ${ends}::timestamptz[]) from car
      where hold_state = 'DELIVERED' and delivered_at > ${since} and ${scope}
    ) seen group by 1, 2`.execute(tx.kysely);
  return ends.map((_, n) =>
    rows
      .filter(({ createdAt, deliveredAt }) => createdAt <= n && (deliveredAt === null || deliveredAt > n))
      .reduce((sum, { count }) => sum + count, 0),
  );
}

async function blockedAt(tx: Tx, ends: readonly Date[]): Promise<Map<number, BlockRate["blocked"]>> {
  const { rows } = await sql<{ n: number; kind: BlockKind; cars: number }>`
    select (ends.n - 1)::int as n, b.kind, count(*)::int as cars
    from car_block b join car on car.id = b.car_id
      cross join unnest(${ends}::timestamptz[]) with ordinality as ends (at, n)
    where coalesce(b.ended_at > ${ends[0] ?? tx.now}, true) and b.from_at <= ends.at and coalesce(b.ended_at > ends.at, true)
      and car.hold_state <> 'OFF' and (car.hold_state <> 'DELIVERED' or car.delivered_at > ends.at)
      and ${inScope(tx, cars)}
    group by 1, 2 order by 1, 2`.execute(tx.kysely);
  const lines = rows.map(({ n, ...line }) => [n, line] as const);
  return new Map([...Map.groupBy(lines, ([n]) => n)].map(([n, of]) => [n, of.map(([, line]) => line)]));
}
