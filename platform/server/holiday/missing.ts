import { dayOf, holidaysMissing } from "@ops/platform/contract";
import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import { schedule } from "../jobs/job.ts";

/** The State Council announces the days of the next year in November. */
const ASKED_FROM = "11-01";

/** Notifies the people who maintain the calendar if this year, or from 1 November on the next, has no entries (PF-R112). */
async function tellMissingYears(tx: Tx): Promise<void> {
  const today = dayOf(tx.now);
  const thisYear = Number(today.slice(0, 4));
  const { rows } = await sql<{ year: number }>`
    select year from unnest(${today.slice(5) < ASKED_FROM ? [thisYear] : [thisYear, thisYear + 1]}::int[]) year
    where not exists (select 1 from holiday where day between make_date(year, 1, 1) and make_date(year, 12, 31))
    order by year`.execute(tx.kysely);
  for (const { year } of rows) await tx.publish(holidaysMissing, { year });
}

export const missingHolidays = schedule({
  name: "platform.missingHolidays",
  title: "检查节假日是否已登记",
  at: "0 9 * * *",
  run: (work) => work.step(tellMissingYears),
});
