import { type DayKind, holidayErrors, holidayImport as kind } from "@ops/platform/contract";
import { changeRecord, insertRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import type { ImportRow } from "../excel/import/check-rows.ts";
import type { ImportSource } from "../excel/import/import-source.ts";
import { db, holidays } from "../tables.ts";
import { forgetHolidays, isIdle, lockCalendar } from "./calendar.ts";

/** The import of 节假日 by day. An existing day gets its new kind and name. */
export const holidayImport: ImportSource = {
  kind,
  checksAlone: true,
  keyOf: (row) => holidayOf(row).day,
  check: async (_tx, rows) => {
    const idle = rows.filter((row) => isIdle(holidayOf(row)));
    return new Map(idle.map((row) => [row.line, holidayErrors.notWeekend({ day: holidayOf(row).day })]));
  },
  apply: applyHoliday,
  after: forgetHolidays,
};

async function applyHoliday(tx: Tx, row: ImportRow): Promise<void> {
  const holiday = holidayOf(row);
  await lockCalendar(tx);
  const there = await db(tx).selectFrom("holiday").selectAll().where("day", "=", holiday.day).executeTakeFirst();
  const { id } = there ? await changeRecord(tx, holidays, there, holiday) : await insertRecord(tx, holidays, holiday);
  tx.trail.cameFrom(row.line, id);
}

function holidayOf({ values }: ImportRow): { day: string; kind: DayKind; name: string } {
  const { day = "", kind, name = "" } = values;
  return { day: day ?? "", kind: kind === "WORK" ? "WORK" : "REST", name: name ?? "" };
}
