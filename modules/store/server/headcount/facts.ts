import { partnerHeadsAt, partnerStaffAt } from "@ops/partner/server";
import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type { CellFacts, QuotaFrom, SeatsTaken } from "../../contract/index.ts";

/** A store's position. */
export interface Cell {
  readonly storeId: string;
  readonly positionCode: string;
}

export const cellKey = ({ storeId, positionCode }: Cell): string => `${storeId} ${positionCode}`;

type Facts = ReadonlyMap<string, CellFacts>;
type Found = Map<string, { quotas: QuotaFrom[]; taken: SeatsTaken[] }>;

const OPEN_MOVEMENTS = sql`('WAITING', 'APPROVED', 'RUNNING', 'FAILED')`;

/** Knows the cells of these stores on one day, by their key; those of partners' people are known for that day alone. */
export async function factsOn(tx: Tx, storeIds: readonly string[], day: string): Promise<Facts> {
  const found = await ownFacts(tx, storeIds, null);
  for (const [storeId, positions] of await partnerHeadsAt(tx, storeIds, day)) {
    for (const { positionCode, heads } of positions) {
      factsIn(found, { storeId, positionCode }).taken.push({ kind: "occupied", from: null, until: null, heads });
    }
  }
  return found;
}

/** Knows the cells of a store on all days from today on; a person who asks for another day of entry is left out. */
export async function factsFrom(tx: Tx, storeId: string, exceptStaffId: string | null): Promise<Facts> {
  const found = await ownFacts(tx, [storeId], exceptStaffId);
  const today = dayOf(tx.now);
  for (const { positionCode, joinOn, leaveOn } of await partnerStaffAt(tx, storeId)) {
    if (positionCode === null) continue;
    // A leaving person keeps the seat until the hand-over is done.
    const until = leaveOn !== null && leaveOn < today ? today : leaveOn;
    factsIn(found, { storeId, positionCode }).taken.push({ kind: "occupied", from: joinOn, until, heads: 1 });
  }
  return found;
}

async function ownFacts(tx: Tx, storeIds: readonly string[], exceptStaffId: string | null): Promise<Found> {
  const found: Found = new Map();
  if (storeIds.length === 0) return found;
  const quotas = await sql<Cell & { effectiveFrom: string; quota: number }>`
    select store_id, position_code, effective_from, quota from headcount_quota
    where store_id = any(${storeIds}::uuid[])`.execute(tx.kysely);
  for (const { effectiveFrom, quota, ...cell } of quotas.rows) {
    factsIn(found, cell).quotas.push({ from: effectiveFrom, quota });
  }
  for (const { storeId, positionCode, kind, fromDay, untilDay, heads } of await ownPeople(
    tx,
    storeIds,
    exceptStaffId,
  )) {
    factsIn(found, { storeId, positionCode }).taken.push({ kind, from: fromDay, until: untilDay, heads });
  }
  return found;
}

type OwnPeople = Cell & { kind: SeatsTaken["kind"]; fromDay: string | null; untilDay: string | null; heads: number };

/** Counts own people by how long they take a seat: present ones, those who come and those who go (ST-R8). */
async function ownPeople(tx: Tx, storeIds: readonly string[], exceptStaffId: string | null): Promise<OwnPeople[]> {
  const { rows } = await sql<OwnPeople>`
    select store_id, position_code, kind, from_day, until_day, count(*)::int as heads from (
      select id as staff_id, store_id, position_code, 'occupied' as kind, null::date as from_day,
        case when state = 'LEAVING' then leave_on end as until_day
      from store_staff where store_id = any(${storeIds}::uuid[]) and state in ('TRAINING', 'IN_POST', 'LEAVING')
      union all
      select s.id, s.store_id, s.position_code, 'occupied', null, m.effective_date - 1
      from store_staff s join store_movement m on m.staff_id = s.id and m.state in ${OPEN_MOVEMENTS}
      where s.store_id = any(${storeIds}::uuid[]) and s.state = 'MOVING'
      union all
      select id, store_id, position_code, 'reserved', entry_date, null
      from store_staff where store_id = any(${storeIds}::uuid[]) and state = 'TO_JOIN'
      union all
      select staff_id, to_store_id, to_position_code, 'reserved', effective_date, null
      from store_movement where to_store_id = any(${storeIds}::uuid[]) and state in ${OPEN_MOVEMENTS}
    ) taken where staff_id is distinct from ${exceptStaffId}::uuid
    group by store_id, position_code, kind, from_day, until_day`.execute(tx.kysely);
  return rows;
}

function factsIn(found: Found, cell: Cell) {
  const key = cellKey(cell);
  const known = found.get(key) ?? { quotas: [], taken: [] };
  found.set(key, known);
  return known;
}
