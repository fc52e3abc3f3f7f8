import { partnerStaysIn } from "@ops/partner/server";
import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type { CellFacts, QuotaFrom, SeatsTaken } from "../../contract/index.ts";

/** A store's position. */
export interface Cell {
  readonly storeId: string;
  readonly positionCode: string;
}

export const cellKey = ({ storeId, positionCode }: Cell): string => `${storeId} ${positionCode}`;

export type Facts = ReadonlyMap<string, CellFacts>;
type Found = Map<string, { quotas: QuotaFrom[]; taken: SeatsTaken[] }>;

const OPEN_MOVEMENTS = sql`('WAITING', 'APPROVED', 'RUNNING', 'FAILED')`;

/** Knows the cells of stores on all days from today on; a person who asks for another day of entry is left out. */
export async function factsFrom(tx: Tx, storeIds: readonly string[], exceptStaffId: string | null): Promise<Facts> {
  const found = await ownFacts(tx, storeIds, exceptStaffId);
  const today = dayOf(tx.now);
  for (const { storeId, positionCode, joinOn, leaveOn } of await partnerStaysIn(tx, storeIds)) {
    // A leaving person keeps the seat until the hand-over is done.
    const until = leaveOn !== null && leaveOn < today ? today : leaveOn;
    factsIn(found, { storeId, positionCode }).taken.push({ kind: "occupied", from: joinOn, until, heads: 1 });
  }
  return found;
}

async function ownFacts(tx: Tx, storeIds: readonly string[], exceptStaffId: string | null): Promise<Found> {
  const found: Found = new Map();
  const isHere: InStores = (column) => sql<boolean>`${sql.ref(column)} = any(${storeIds}::uuid[])`;
  const quotas = await sql<Cell & { effectiveFrom: string; quota: number }>`
    select store_id, position_code, effective_from, quota from headcount_quota
    where ${isHere("store_id")}`.execute(tx.kysely);
  for (const { effectiveFrom, quota, ...cell } of quotas.rows) {
    factsIn(found, cell).quotas.push({ from: effectiveFrom, quota });
  }
  const people = await sql<
    Cell & { kind: SeatsTaken["kind"]; fromDay: string | null; untilDay: string | null; heads: number }
  >`
    select store_id, position_code, kind, from_day, until_day, count(*)::int as heads
    from (${seatsTaken(isHere)}) taken where staff_id is distinct from ${exceptStaffId}::uuid
    group by store_id, position_code, kind, from_day, until_day`.execute(tx.kysely);
  for (const { kind, fromDay, untilDay, heads, ...cell } of people.rows) {
    factsIn(found, cell).taken.push({ kind, from: fromDay, until: untilDay, heads });
  }
  return found;
}

/** The stores that are asked for, as a condition on a column with the id of a store. */
export type InStores = (column: string) => RawBuilder<boolean>;

/** Selects the own people who have their seat on every day (ST-R8). */
export const staying = (isAsked: InStores): RawBuilder<unknown> =>
  sql`select id as staff_id, store_id, position_code from store_staff
    where ${isAsked("store_staff.store_id")} and state in ('TRAINING', 'IN_POST')`;

/** Selects the own people who take a seat from a day on or until a day: those who come and those who go (ST-R8). */
export function passing(isAsked: InStores): RawBuilder<unknown> {
  return sql`select id as staff_id, store_id, position_code, 'occupied' as kind, null::date as from_day, leave_on as until_day
    from store_staff where ${isAsked("store_staff.store_id")} and state = 'LEAVING'
    union all
    select s.id, s.store_id, s.position_code, 'occupied', null, m.effective_date - 1
    from store_staff s join store_movement m on m.staff_id = s.id and m.state in ${OPEN_MOVEMENTS}
    where ${isAsked("s.store_id")} and s.state = 'MOVING'
    union all
    select id, store_id, position_code, 'reserved', entry_date, null
    from store_staff where ${isAsked("store_staff.store_id")} and state = 'TO_JOIN'
    union all
    select staff_id, to_store_id, to_position_code, 'reserved', effective_date, null
    from store_movement where ${isAsked("to_store_id")} and kind <> 'LEAVE' and state in ${OPEN_MOVEMENTS}`;
}

/** Selects all own people who take a seat at some time. */
export const seatsTaken = (isAsked: InStores): RawBuilder<unknown> =>
  sql`select staff_id, store_id, position_code, 'occupied' as kind, null::date as from_day, null::date as until_day
    from (${staying(isAsked)}) present
    union all ${passing(isAsked)}`;

function factsIn(found: Found, cell: Cell) {
  const key = cellKey(cell);
  const known = found.get(key) ?? { quotas: [], taken: [] };
  found.set(key, known);
  return known;
}
