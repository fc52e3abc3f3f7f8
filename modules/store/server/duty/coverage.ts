import { lookupPeople } from "@ops/authority/server";
import { spanOf, type WorkWindow } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type { DutyFamily } from "../../contract/index.ts";
import { type DutyTurns, type Member, membersIn } from "./on-duty.ts";
import { mondayOf } from "./week.ts";

type Span = DutyTurns["spans"][number];

/** When somebody of a family is on duty in a store: the whole day, as long as it is open, or these spans. */
export type Coverage = (storeId: string, day: string) => "open" | readonly Span[];

interface Asked {
  readonly storeIds: readonly string[];
  readonly family: DutyFamily;
  readonly days: readonly string[];
}

/**
 * Tells when somebody of a family is on duty in stores that trade, by the rules of `turnsIn`. Who it is does not matter, so
 * the database joins equal turns of a day, and a week without a published roster needs no turns at all.
 */
export async function coverageIn(tx: Tx, { storeIds, family, days }: Asked): Promise<Coverage> {
  const members = await usableMembers(tx, storeIds, family);
  const published = await publishedWeeks(tx, storeIds, days);
  const turns = Map.groupBy(await plannedTurns(tx, members, days), ({ storeId, day }) => `${storeId} ${day}`);
  const present = Map.groupBy(members, ({ storeId }) => storeId);
  return (storeId, day) => {
    if (published.has(`${storeId} ${mondayOf(day)}`)) {
      const planned = turns.get(`${storeId} ${day}`) ?? [];
      return planned.flatMap(({ windows }) => windows.map((window) => spanOf(day, window)));
    }
    const isThere = ({ pausedUntil }: Member) => pausedUntil === null || pausedUntil < day;
    return present.get(storeId)?.some(isThere) ? "open" : [];
  };
}

async function usableMembers(tx: Tx, storeIds: readonly string[], family: DutyFamily): Promise<Member[]> {
  const members = await membersIn(tx, storeIds, family);
  const people = await lookupPeople(
    tx,
    members.map(({ userId }) => userId),
  );
  return members.filter(({ userId }) => people.get(userId)?.isUsable);
}

async function publishedWeeks(tx: Tx, storeIds: readonly string[], days: readonly string[]): Promise<Set<string>> {
  const mondays = [...new Set(days.map(mondayOf))];
  const { rows } = await sql<{ storeId: string; monday: string }>`select store_id, monday from duty_week
    where store_id = any(${storeIds}::uuid[]) and monday = any(${mondays}::date[]) and published_at is not null`.execute(
    tx.kysely,
  );
  return new Set(rows.map(({ storeId, monday }) => `${storeId} ${monday}`));
}

interface Turn {
  readonly storeId: string;
  readonly day: string;
  readonly windows: readonly WorkWindow[];
}

/** The different turns of these members on these days, in weeks that are published or not. */
async function plannedTurns(tx: Tx, members: readonly Member[], days: readonly string[]): Promise<Turn[]> {
  const [stores, people] = [members.map(({ storeId }) => storeId), members.map(({ userId }) => userId)];
  const paused = members.map(({ pausedUntil }) => pausedUntil);
  const { rows } = await sql<Turn>`select d.store_id, d.day, d.windows from duty_day d
    join unnest(${stores}::uuid[], ${people}::uuid[], ${paused}::date[]) as m (store_id, user_id, paused_until)
      on m.store_id = d.store_id and m.user_id = d.user_id
    where d.day = any(${days}::date[]) and d.kind = 'SHIFT' and (m.paused_until is null or m.paused_until < d.day)
    group by d.store_id, d.day, d.windows`.execute(tx.kysely);
  return rows;
}
