import { lookupPeople } from "@ops/authority/server";
import { addDays, dayOf, spanOf, type WorkWindow, weekdayOf, windowsOn } from "@ops/platform/contract";
import { holidaysOf, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type DutyFamily, isTrading, type StoreState } from "../../contract/index.ts";
import { calendarOf } from "../hours/calendar.ts";

/** Somebody who is on duty, or comes on duty: from when until when. */
export interface DutyPerson {
  readonly userId: string;
  readonly weight: number;
  readonly from: Date;
  readonly until: Date;
}

interface Asked {
  readonly family: DutyFamily;
  readonly at: Date;
  readonly withinMinutes?: number;
}

const MOST_MINUTES = 1440;
const MINUTE_MS = 60_000;

/** Lists who is on duty in a store, or comes on duty within some minutes, by user id (ST-R31). */
export async function onDuty(tx: Tx, asked: Asked & { readonly storeId: string }): Promise<DutyPerson[]> {
  return (await dutyIn(tx, [asked.storeId], asked)).get(asked.storeId) ?? [];
}

/** Counts who is on duty in each of these stores. */
export async function onDutyCounts(
  tx: Tx,
  asked: { readonly storeIds: readonly string[]; readonly family: DutyFamily; readonly at: Date },
): Promise<ReadonlyMap<string, number>> {
  const found = await dutyIn(tx, asked.storeIds, asked);
  return new Map(asked.storeIds.map((id) => [id, found.get(id)?.length ?? 0]));
}

async function dutyIn(tx: Tx, storeIds: readonly string[], asked: Asked): Promise<ReadonlyMap<string, DutyPerson[]>> {
  const until = new Date(asked.at.getTime() + Math.min(asked.withinMinutes ?? 0, MOST_MINUTES) * MINUTE_MS);
  const days = [...new Set([dayOf(asked.at), dayOf(until)])];
  const found = new Map<string, DutyPerson[]>();
  for (const { storeId, userId, weight, spans } of await turnsIn(tx, { storeIds, family: asked.family, days })) {
    const span = spans.find((one) => one.from <= until.getTime() && asked.at.getTime() < one.until);
    if (!span) continue;
    const person = { userId, weight, from: new Date(span.from), until: new Date(span.until) };
    found.set(storeId, [...(found.get(storeId) ?? []), person]);
  }
  return found;
}

export interface DutyTurns {
  readonly storeId: string;
  readonly userId: string;
  readonly weight: number;
  /** When the person is on duty on the days asked for, in milliseconds. */
  readonly spans: readonly { readonly from: number; readonly until: number }[];
}

/** Lists when the people of a family, with a usable account and not paused, are on duty in stores that trade. */
async function turnsIn(
  tx: Tx,
  { storeIds, family, days }: { storeIds: readonly string[]; family: DutyFamily; days: readonly string[] },
): Promise<DutyTurns[]> {
  const members = await membersIn(tx, storeIds, family);
  const people = await lookupPeople(
    tx,
    members.map(({ userId }) => userId),
  );
  const plan = await plannedHours(tx, [...new Set(members.map(({ storeId }) => storeId))], days);
  const working = members.filter(({ userId }) => people.get(userId)?.isUsable);
  return working.map(({ storeId, userId, weight, pausedUntil }) => {
    const spans = days
      .filter((day) => pausedUntil === null || pausedUntil < day)
      .flatMap((day) => plan(storeId, userId, day).map((window) => spanOf(day, window)));
    return { storeId, userId, weight, spans };
  });
}

export interface Member {
  readonly storeId: string;
  readonly state: StoreState;
  readonly userId: string;
  readonly weight: number;
  readonly pausedUntil: string | null;
}

/** The members of a family in those of the stores that trade. */
export async function membersIn(tx: Tx, storeIds: readonly string[], family: DutyFamily): Promise<Member[]> {
  const { rows } = await sql<Member>`select m.store_id, m.user_id, m.weight, m.paused_until, store.state
    from duty_member m join store on store.id = m.store_id
    where m.store_id = any(${storeIds}::uuid[]) and ${family} = any(m.families)
    order by m.user_id`.execute(tx.kysely);
  return rows.filter(({ state }) => isTrading(state));
}

type Plan = (storeId: string, userId: string, day: string) => readonly WorkWindow[];

/** A turn in a published week; without person and day, a week without any. */
interface PlannedDay {
  readonly storeId: string;
  readonly monday: string;
  readonly userId: string | null;
  readonly day: string | null;
  readonly windows: readonly WorkWindow[] | null;
}

/** Somebody's hours on a day: as a published week says, else all hours in which the store is open. */
async function plannedHours(tx: Tx, storeIds: readonly string[], days: readonly string[]): Promise<Plan> {
  const mondays = [...new Set(days.map((day) => addDays(day, -weekdayOf(day))))];
  const { rows } = await sql<PlannedDay>`select w.store_id, w.monday, d.user_id, d.day, d.windows
    from duty_week w left join duty_day d on d.store_id = w.store_id and d.day = any(${days}::date[])
      and d.day between w.monday and w.monday + 6 and d.kind = 'SHIFT'
    where w.store_id = any(${storeIds}::uuid[]) and w.monday = any(${mondays}::date[]) and w.published_at is not null`.execute(
    tx.kysely,
  );
  const published = new Set(rows.map(({ storeId, monday }) => `${storeId} ${monday}`));
  const hours = new Map(rows.map((cell) => [`${cell.storeId} ${cell.userId} ${cell.day}`, cell.windows]));
  const holidays = await holidaysOf(tx);
  const calendars = new Map(await Promise.all(storeIds.map(async (id) => [id, await calendarOf(tx, id)] as const)));
  return (storeId, userId, day) => {
    if (published.has(`${storeId} ${addDays(day, -weekdayOf(day))}`))
      return hours.get(`${storeId} ${userId} ${day}`) ?? [];
    const calendar = calendars.get(storeId);
    return calendar ? windowsOn(calendar, day, holidays) : [];
  };
}
