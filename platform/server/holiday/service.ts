import * as contract from "@ops/platform/contract";
import { commonErrors, type DayKind, holidayErrors, labelOf } from "@ops/platform/contract";
import { sql } from "kysely";
import { list } from "../db/list/list.ts";
import { changeRecord, insertRecord, lockRecord, removeRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { reads, writes } from "../http/route.ts";
import { db, type HolidayRow, holidays } from "../tables.ts";
import { forgetHolidays, isIdle, lockCalendar } from "./calendar.ts";

export const listHolidays = list(contract.listHolidays, holidays, {
  where: { year: (year) => sql<boolean>`holiday.day between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)` },
  orderBy: ["day", "asc"],
  present: async (_tx, rows) => [...rows],
});

export const listHolidayYears = reads(contract.listHolidayYears, async (tx) => {
  const { rows } = await sql<{ year: number }>`
    select distinct extract(year from day)::int as year from holiday order by year`.execute(tx.kysely);
  return rows.map(({ year }) => year);
});

export const createHoliday = writes(contract.createHoliday, async (tx, { body }) => {
  refuseIdle(body);
  await lockCalendar(tx);
  const there = await db(tx).selectFrom("holiday").select("id").where("day", "=", body.day).executeTakeFirst();
  if (there) throw commonErrors.duplicate({ field: labelOf(contract.HolidayShape.fields, "day") });
  const made = await insertRecord(tx, holidays, body);
  await forgetHolidays(tx);
  return made;
});

export const editHoliday = writes(contract.editHoliday, async (tx, { params, body: { version, ...changes } }) => {
  const holiday = await lockHoliday(tx, params.id, version);
  refuseIdle({ day: holiday.day, kind: changes.kind });
  const changed = await changeRecord(tx, holidays, holiday, changes);
  await forgetHolidays(tx);
  return changed;
});

export const removeHoliday = writes(contract.removeHoliday, async (tx, { params, query }): Promise<true> => {
  await removeRecord(tx, holidays, await lockHoliday(tx, params.id, query.version));
  await forgetHolidays(tx);
  return true;
});

const lockHoliday = (tx: Tx, id: string, version: number) =>
  lockRecord(tx, holidays, id, version, async (_tx, row: HolidayRow) => row);

function refuseIdle(entry: { day: string; kind: DayKind }): void {
  if (isIdle(entry)) throw holidayErrors.notWeekend({ day: entry.day });
}
