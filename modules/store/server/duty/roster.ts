import { personNames } from "@ops/authority/server";
import { addDays } from "@ops/platform/contract";
import {
  exportsList,
  inScope,
  lockRecord,
  reads,
  requireRecord,
  type Tx,
  wholeQuery,
  writes,
} from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { type DutyCell, type DutyDay, dutyErrors, windowsText } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { storeTable } from "../site/tables.ts";
import { fillCells } from "./fill-cells.ts";
import type { WeekRow } from "./tables.ts";
import { daysOf, lockWeek, presentRoster, requireMembers, requirePlannable, writeWeek } from "./week.ts";

const readRoster = reads(contract.getDutyRoster, async (tx, { query }) => {
  await requireRecord(tx, storeTable, query.storeId);
  return presentRoster(tx, query);
});

export const saveDutyRoster = writes(contract.saveDutyRoster, async (tx, { body }) => {
  const { days, isPublishing, version, ...named } = body;
  const week = await lockWeek(tx, named, version);
  const cells = await checkedCells(tx, week, days);
  await writeWeek(tx, week, cells, isPublishing);
  return presentRoster(tx, named);
});

export const copyDutyRoster = writes(contract.copyDutyRoster, async (tx, { body: { storeId, monday, weeks } }) => {
  await lockRecord(tx, storeTable, storeId, null); // leavings and other saves wait until the copies are there
  requirePlannable(tx, addDays(monday, weeks * 7));
  const members = new Set((await findRows(tx, "dutyMember", { storeId })).map(({ userId }) => userId));
  const source = (await daysOf(tx, { storeId, monday })).filter(({ userId }) => members.has(userId));
  for (let n = 1; n <= weeks; n++) {
    const week = await lockWeek(tx, { storeId, monday: addDays(monday, n * 7) });
    await writeWeek(
      tx,
      week,
      source.map((cell) => ({ ...cell, day: addDays(cell.day, n * 7) })),
      false,
    );
  }
  return presentRoster(tx, { storeId, monday });
});

/** Each person has one cell per day of the week; past days are as they were. */
async function checkedCells(tx: Tx, week: WeekRow, cells: readonly DutyCell[]): Promise<DutyDay[]> {
  const { storeId, monday } = week;
  if (cells.some(({ day }) => day < monday || day > addDays(monday, 6))) throw dutyErrors.dutyWeek();
  if (new Set(cells.map(({ userId, day }) => `${userId} ${day}`)).size < cells.length) throw dutyErrors.dutyTwice();
  const filled = await fillCells(tx, week, cells);
  await requireMembers(
    tx,
    storeId,
    filled.map(({ userId }) => userId),
  );
  return filled;
}

interface DayRow extends Pick<DutyDay, "userId" | "day" | "kind" | "windows"> {
  readonly storeCode: string | null;
  readonly storeName: string;
  readonly shiftName: string | null;
  readonly isPublished: boolean;
}

export const getDutyRoster = {
  ...readRoster,
  exports: exportsList(contract.dutySheet, (tx, { storeId, monday }) => {
    const from = sql`from duty_day d join store on store.id = d.store_id
      left join duty_week w on w.store_id = d.store_id and w.monday = d.day - (extract(isodow from d.day)::int - 1)
      left join duty_shift s on s.store_id = d.store_id and s.code = d.shift_code
      where ${inScope(tx, storeTable)} and (${storeId ?? null}::uuid is null or d.store_id = ${storeId ?? null}::uuid)
        and (${monday ?? null}::date is null or d.day between ${monday ?? null}::date and ${monday ?? null}::date + 6)`;
    return wholeQuery<DayRow, object>(tx, {
      rows: () => sql`select store.store_code, store.name as store_name, d.user_id, d.day, d.kind, d.windows,
          coalesce(s.name, d.shift_code) as shift_name, w.published_at is not null as is_published ${from}
        order by store.store_code nulls last, d.store_id, d.day, d.user_id`,
      count: async (limit) => {
        const counted = await sql<{ count: number }>`select count(*)::int as count
          from (select 1 ${from} limit ${limit}) found`.execute(tx.kysely);
        return counted.rows[0]?.count ?? 0;
      },
      show: linesOf,
    });
  }),
};

async function linesOf(tx: Tx, rows: readonly DayRow[]): Promise<object[]> {
  const names = await personNames(
    tx,
    rows.map(({ userId }) => userId),
  );
  return rows.map(({ userId, windows, shiftName, ...row }) => ({
    ...row,
    userName: names.get(userId) ?? "",
    shiftName: shiftName ?? "",
    hours: row.kind === "SHIFT" ? windowsText(windows) : "",
  }));
}
