import { partnerSeatsOn } from "@ops/partner/server";
import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type { Seats } from "../../contract/index.ts";
import { type Cell, type InStores, passing, seatsTaken, staying } from "./facts.ts";

const isTakenOn = (day: string) =>
  sql<boolean>`(from_day is null or from_day <= ${day}::date) and (until_day is null or until_day >= ${day}::date)`;

/**
 * Selects the cells of some stores with their quota and the seats taken on a day. The database counts by the rules of
 * `seatsAt`, because the program would have to read every quota and every person of many stores.
 */
function cellsOn(tx: Tx, isAsked: InStores, day: string): RawBuilder<unknown> {
  return sql`select store_id, position_code, coalesce(held.quota, 0) as quota, coalesce(taken.occupied, 0) as occupied,
      coalesce(taken.reserved, 0) as reserved
    from (select store_id, position_code,
        (array_agg(quota order by effective_from desc) filter (where effective_from <= ${day}::date))[1] as quota
      from headcount_quota where ${isAsked("store_id")} group by store_id, position_code) held
    full join (select store_id, position_code,
        (count(*) filter (where kind = 'occupied' and ${isTakenOn(day)}))::int as occupied,
        (count(*) filter (where kind = 'reserved' and ${isTakenOn(day)}))::int as reserved
      from (select store_id, position_code, kind, from_day, until_day from (${seatsTaken(isAsked)}) own
        union all
        select store_id, position_code, 'occupied', null, null from (${partnerSeatsOn(tx, day)}) partners
        where ${isAsked("store_id")}) seats
      group by store_id, position_code) taken using (store_id, position_code)`;
}

export type CellSeats = Seats & { readonly positionCode: string };

/** Counts the seats of these stores on a day, by store and position. Cells without quota and people are left out. */
export async function headcountsAt(
  tx: Tx,
  storeIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, readonly CellSeats[]>> {
  if (storeIds.length === 0) return new Map();
  const isAsked: InStores = (column) => sql<boolean>`${sql.ref(column)} = any(${storeIds}::uuid[])`;
  const { rows } = await sql<Cell & Seats>`
    select *, quota - occupied - reserved as vacancy from (${cellsOn(tx, isAsked, day)}) cells`.execute(tx.kysely);
  const grouped = Map.groupBy(rows, ({ storeId }) => storeId);
  return new Map([...grouped].map(([id, found]) => [id, found.map(({ storeId, ...seats }) => seats)]));
}

type StoreSeats = Omit<Seats, "reserved">;

/** Sums the seats of each store on a day. A position with too many people does not fill another one (section 9). */
export async function storeSeatsAt(
  tx: Tx,
  storeIds: readonly string[],
  day: string,
): Promise<(storeId: string) => StoreSeats> {
  const cells = await headcountsAt(tx, storeIds, day);
  return (storeId) => {
    const seats = cells.get(storeId) ?? [];
    return {
      quota: seats.reduce((sum, { quota }) => sum + quota, 0),
      occupied: seats.reduce((sum, { occupied }) => sum + occupied, 0),
      vacancy: seats.reduce((sum, { vacancy }) => sum + Math.max(0, vacancy), 0),
    };
  };
}

/**
 * Selects the ids of stores that have a free seat on a day, in any position. Lists ask it of all stores, so only what
 * holds on the day is counted, and quotas and people are both read in the order of an index by cell.
 */
export function storesWithSeat(tx: Tx, isAsked: InStores, day: string): RawBuilder<unknown> {
  return sql`select store_id
    from (select distinct on (store_id, position_code) store_id, position_code, quota from headcount_quota
      where ${isAsked("store_id")} and effective_from <= ${day}::date
      order by store_id, position_code, effective_from desc) held
    left join (select store_id, position_code, count(*) as heads from (${staying(isAsked)}) people
      group by store_id, position_code) present using (store_id, position_code)
    left join (select store_id, position_code, count(*) as heads
      from (select store_id, position_code from (${passing(isAsked)}) own where ${isTakenOn(day)}
        union all
        select store_id, position_code from (${partnerSeatsOn(tx, day)}) partners where ${isAsked("store_id")}) others
      group by store_id, position_code) others using (store_id, position_code)
    where quota > coalesce(present.heads, 0) + coalesce(others.heads, 0)`;
}
