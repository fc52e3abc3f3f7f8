import { dayOf, holidaysMissing } from "@ops/platform/contract";
import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import { schedule } from "../jobs/job.ts";

/** The State Council announces the days of the next year in November. */
const ASKED_FROM = "11-01";

/** From 1 November on, notifies the people who maintain the calendar if the next year has no entries (PF-R112). */
async function tellMissingYear(tx: Tx): Promise<void> {
  const today = dayOf(tx.now);
  if (today.slice(5) < ASKED_FROM) return;
  const year = Number(today.slice(0, 4)) + 1;
  const { rows } = await sql`select 1 from holiday
    where day between make_date(${year}, 1, 1) and make_date(${year}, 12, 31) limit 1`.execute(tx.kysely);
  if (rows.length === 0) await tx.publish(holidaysMissing, { year });
}

export const missingHolidays = schedule({
  name: "platform.missingHolidays",
  title: "检查下一年的节假日",
  at: "0 9 * * *",
  run: (work) => work.step(tellMissingYear),
});
