import { personNames } from "@ops/authority/server";
import { type AnswerFrom, addDays, dayOf, weekdayOf, windowsOn } from "@ops/platform/contract";
import { changeRecord, holidaysOf, insertMany, insertRecord, lockRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type DutyDay, dutyErrors, dutyKinds, type getDutyRoster, MOST_WEEKS_AHEAD } from "../../contract/index.ts";
import { db, findRow, findRows } from "../database.ts";
import { calendarOf } from "../hours/calendar.ts";
import { storeTable } from "../site/tables.ts";
import { refuseClashes } from "./clash.ts";
import { type WeekRow, weekTable } from "./tables.ts";

const DAYS = [0, 1, 2, 3, 4, 5, 6];
/** So many changed days are told in the log one by one. */
const MOST_TOLD = 40;

export interface NamedWeek {
  readonly storeId: string;
  readonly monday: string;
}

export const mondayOf = (day: string): string => addDays(day, -weekdayOf(day));

/** Refuses weeks that are over and those that begin later than eight weeks from now. */
export function requirePlannable(tx: Tx, monday: string): void {
  const today = dayOf(tx.now);
  if (addDays(monday, 6) < today) throw dutyErrors.dutyPast();
  if (monday > addDays(mondayOf(today), MOST_WEEKS_AHEAD * 7)) throw dutyErrors.dutyAhead();
}

/**
 * Locks a store's week for a change, by its store: a week that nobody has planned has no row yet. `version` is what the
 * caller has read, null for such a week; without it any version will do.
 */
export async function lockWeek(tx: Tx, week: NamedWeek, version?: number | null): Promise<WeekRow> {
  const store = await lockRecord(tx, storeTable, week.storeId, null);
  tx.trail.about("store", store.id, store.storeCode);
  requirePlannable(tx, week.monday);
  const { storeId, monday } = week;
  const known = await findRow(tx, "dutyWeek", { storeId, monday });
  if (!known) return insertRecord(tx, weekTable, { storeId, monday });
  if (version === undefined) return known;
  return lockRecord(tx, weekTable, known.id, version ?? 0, (all) => presentRoster(all, week));
}

/**
 * Gives a locked week these cells from today on; past ones stay. Nobody works in two stores at once, and the log tells
 * what has changed.
 */
export async function writeWeek(
  tx: Tx,
  week: WeekRow,
  cells: readonly DutyDay[],
  isPublishing: boolean,
): Promise<void> {
  const { storeId, monday } = week;
  const today = dayOf(tx.now);
  const first = monday > today ? monday : today;
  const before = await daysOf(tx, week);
  const wanted = cells.filter(({ day }) => day >= first);
  await refuseClashes(tx, storeId, wanted);
  await db(tx)
    .deleteFrom("dutyDay")
    .where("storeId", "=", storeId)
    .where("day", ">=", first)
    .where("day", "<=", addDays(monday, 6))
    .execute();
  await insertMany(
    tx,
    "dutyDay",
    wanted.map((cell) => ({ storeId, ...cell })),
  );
  await changeRecord(tx, weekTable, week, isPublishing && week.publishedAt === null ? { publishedAt: tx.now } : {});
  const told = await changesOf(
    tx,
    before.filter(({ day }) => day >= first),
    wanted,
  );
  tx.trail.summary = [tx.trail.summary, `${monday}一周：${told}`].filter(Boolean).join("；");
}

export function daysOf(tx: Tx, { storeId, monday }: NamedWeek): Promise<DutyDay[]> {
  return db(tx)
    .selectFrom("dutyDay")
    .select(["userId", "day", "kind", "shiftCode", "windows"])
    .where("storeId", "=", storeId)
    .where("day", ">=", monday)
    .where("day", "<=", addDays(monday, 6))
    .orderBy("day")
    .orderBy("userId")
    .$narrowType<{ shiftCode: DutyDay["shiftCode"] }>()
    .execute();
}

/** A week as people see it, also one that nobody has planned. */
export async function presentRoster(tx: Tx, week: NamedWeek): Promise<AnswerFrom<typeof getDutyRoster>> {
  const row = await findRow(tx, "dutyWeek", { storeId: week.storeId, monday: week.monday });
  const [calendar, holidays] = [await calendarOf(tx, week.storeId), await holidaysOf(tx)];
  return {
    storeId: week.storeId,
    monday: week.monday,
    publishedAt: row?.publishedAt ?? null,
    days: await daysOf(tx, week),
    open: DAYS.map((at) => [...windowsOn(calendar, addDays(week.monday, at), holidays)]),
    version: row?.version ?? null,
  };
}

const keyOf = ({ userId, day }: Pick<DutyDay, "userId" | "day">) => `${userId} ${day}`;
const wordOf = (cell: DutyDay | undefined) => (cell ? (cell.shiftCode ?? dutyKinds[cell.kind]) : "未排");

/** 「周可 11-18 未排→A；…」. */
async function changesOf(tx: Tx, before: readonly DutyDay[], after: readonly DutyDay[]): Promise<string> {
  const [was, is] = [before, after].map((cells) => new Map(cells.map((cell) => [keyOf(cell), cell])));
  const changed = [...new Map([...before, ...after].map((cell) => [keyOf(cell), cell])).values()].filter(
    (cell) => wordOf(was?.get(keyOf(cell))) !== wordOf(is?.get(keyOf(cell))),
  );
  if (changed.length === 0) return "无变化";
  const names = await personNames(
    tx,
    changed.map(({ userId }) => userId),
  );
  const told = changed.slice(0, MOST_TOLD).map((cell) => {
    const key = keyOf(cell);
    return `${names.get(cell.userId)} ${cell.day.slice(5)} ${wordOf(was?.get(key))}→${wordOf(is?.get(key))}`;
  });
  return `${told.join("；")}${changed.length > MOST_TOLD ? `等${changed.length}处` : ""}`;
}

/** Refuses people who are no members of the store. */
export async function requireMembers(tx: Tx, storeId: string, userIds: readonly string[]): Promise<void> {
  const members = new Set((await findRows(tx, "dutyMember", { storeId })).map(({ userId }) => userId));
  if (userIds.some((id) => !members.has(id))) throw dutyErrors.dutyMember();
}

/** Deletes what is older than 400 days. */
export async function forgetOldRosters(tx: Tx, before: string): Promise<void> {
  await sql`delete from duty_day where day < ${before}::date`.execute(tx.kysely);
  await sql`delete from duty_week where monday < ${before}::date - 6`.execute(tx.kysely);
}
