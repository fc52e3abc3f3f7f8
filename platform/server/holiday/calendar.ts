import { type DayKind, type Holidays, weekdayOf } from "@ops/platform/contract";
import { sql } from "kysely";
import { kept } from "../cache/kept.ts";
import type { Tx } from "../db/tx.ts";
import { db } from "../tables.ts";

const SATURDAY = 5;

const allHolidays = kept("platform.holidays", async (tx): Promise<Holidays> => {
  const rows = await db(tx).selectFrom("holiday").select(["day", "kind"]).execute();
  return new Map(rows.map(({ day, kind }) => [day, kind]));
});

/** The days that are not what their place in the week tells; every node keeps them (PF-R112). */
export const holidaysOf = (tx: Tx): Promise<Holidays> => tx.kept(allHolidays, "all");

export const forgetHolidays = (tx: Tx): Promise<void> => tx.invalidate(`${allHolidays.name}:all`);

/** Lets changes run one after the other, so that no day gets two entries. They are few and rare. */
export async function lockCalendar(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('holiday'))`.execute(tx.kysely);
}

/** Tells whether an entry makes a working day of a weekday, which it is anyway. It must be a wrong year or day. */
export const isIdle = ({ day, kind }: { day: string; kind: DayKind }): boolean =>
  kind === "WORK" && weekdayOf(day) < SATURDAY;
