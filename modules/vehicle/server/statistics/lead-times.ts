import { dayOf } from "@ops/platform/contract";
import { inScope, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { cars } from "../car-record/tables.ts";
import type { Statistics } from "./service.ts";

type LeadTime = Statistics["leadTimes"][number];
interface Counted extends Pick<LeadTime, "month" | "plantCode" | "cars"> {
  readonly released: number;
  readonly toRelease: readonly number[] | null;
  readonly stored: number;
  readonly toStore: readonly number[] | null;
}

/** Finds the first day of the month eleven months ago, in Shanghai. */
export function firstMonth(now: Date): string {
  const [year = 0, month = 1] = dayOf(now).split("-").map(Number);
  return new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10);
}

/** Counts 下线→放行 and 下线→到店 in whole days, by plant and by month of production. */
export async function countLeadTimes(tx: Tx): Promise<LeadTime[]> {
  // greatest() ignores null, so a step that has not happened yet would otherwise count as 0 days
  const daysTo = (column: string) => sql`case when ${sql.ref(column)} is not null
    then greatest(0, (${sql.ref(column)} at time zone 'Asia/Shanghai')::date - produced_on) end`;
  const { rows } = await sql<Counted>`
    select to_char(produced_on, 'YYYY-MM') as month, coalesce(plant_code, '') as "plantCode", count(*)::int as cars,
      count(release_days)::int as released, percentile_cont(array[0.5, 0.9]) within group (order by release_days) as "toRelease",
      count(store_days)::int as stored, percentile_cont(array[0.5, 0.9]) within group (order by store_days) as "toStore"
    from (
      select produced_on, plant_code, ${daysTo("car.released_at")} as release_days,
        ${daysTo("car.at_store_at")} as store_days
      from car where produced_on >= ${firstMonth(tx.now)}::date and ${inScope(tx, cars)}
    ) built group by 1, 2 order by 1, 2`.execute(tx.kysely);
  return rows.map(({ month, plantCode, cars: count, released, toRelease, stored, toStore }) => ({
    month,
    plantCode,
    cars: count,
    toRelease: durationOf(released, toRelease),
    toStore: durationOf(stored, toStore),
  }));
}

function durationOf(count: number, percentiles: readonly number[] | null) {
  const [medianDays = null, p90Days = null] = percentiles ?? [];
  if (count === 0 || medianDays === null || p90Days === null) return null;
  return { cars: count, medianDays: toTenth(medianDays), p90Days: toTenth(p90Days) };
}

const toTenth = (days: number): number => Math.round(days * 10) / 10;
