import { kmBetween } from "@ops/platform/contract";
import { nearestCity, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { storeErrors, TRADING_STATES } from "../../contract/index.ts";

interface Located {
  /** Null for a new store. */
  readonly id: string | null;
  readonly storeType: string;
  readonly cityCode: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
}

const NEAR_KM = 0.1;
/** More degrees than 100 m are anywhere in the country. */
const AROUND_DEGREES = 0.003;

/**
 * Checks where a store lies. Coordinates outside of the country are refused; a store of the same type next to it and
 * coordinates in another city are warnings, which the caller may confirm. What was confirmed is logged (ST-R3, ST-R30).
 */
export async function checkLocation(tx: Tx, store: Located, isConfirmed: boolean): Promise<void> {
  const { lng, lat } = store;
  if (lng === null && lat === null) return;
  if (lng === null || lat === null) throw storeErrors.geoPair(undefined, { field: lng === null ? "lng" : "lat" });
  if (lng < 73.33 || lng > 135.05) throw storeErrors.geoRange(undefined, { field: "lng" });
  if (lat < 3.51 || lat > 53.55) throw storeErrors.geoRange(undefined, { field: "lat" });
  const warning = await warningOf(tx, { ...store, lng, lat });
  if (warning && !isConfirmed) throw warning;
  if (warning) tx.trail.reason = `仍要保存：${warning.message}`;
}

async function warningOf(tx: Tx, store: Located & { lng: number; lat: number }) {
  const neighbour = await neighbourOf(tx, store);
  if (neighbour !== null) return storeErrors.near({ name: neighbour });
  const city = await nearestCity(tx, store);
  return city !== null && store.cityCode !== null && city !== store.cityCode ? storeErrors.geoCity() : null;
}

/** Finds a trading store of the same type within 100 m. */
async function neighbourOf(tx: Tx, { id, storeType, lng, lat }: Located & { lng: number; lat: number }) {
  const { rows } = await sql<{ name: string; lng: number; lat: number }>`
    select name, lng, lat from store where store_type = ${storeType} and state = any(${[...TRADING_STATES]}::text[])
      and abs(lng - ${lng}) < ${AROUND_DEGREES} and abs(lat - ${lat}) < ${AROUND_DEGREES}
      and id is distinct from ${id}::uuid order by id`.execute(tx.kysely);
  return rows.find((row) => kmBetween(row, { lng, lat }) <= NEAR_KM)?.name ?? null;
}
