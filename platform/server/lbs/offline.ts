import type { GeoPoint } from "@ops/platform/contract";
import { sql } from "kysely";
import { escapeLike } from "../db/list/condition.ts";
import type { Tx } from "../db/tx.ts";
import { db } from "../tables.ts";
import { type Asked, type Found, type KnownPlaces, MOST_CANDIDATES } from "./map-service.ts";
import { codesWithin } from "./resolve.ts";

/** Without a map service: addresses that modules know, and divisions of that name. */
export async function suggestOffline(
  tx: Tx,
  { keyword, regionCode }: Asked,
  places: readonly KnownPlaces[],
): Promise<Found[]> {
  const regionCodes = regionCode === null ? null : await codesWithin(tx, regionCode);
  const found: Found[] = [];
  for (const known of places) found.push(...(await known(tx, { keyword, regionCodes, most: MOST_CANDIDATES })));
  return [...found, ...(await divisionsLike(tx, keyword, regionCodes))].slice(0, MOST_CANDIDATES);
}

async function divisionsLike(tx: Tx, keyword: string, within: readonly string[] | null): Promise<Found[]> {
  const { rows } = await sql<{ code: string; name: string; lng: number | null; lat: number | null }>`
    select code, name, lng::float8 as lng, lat::float8 as lat from region
    where status = 'VALID' and name like ${`${escapeLike(keyword)}%`}
      and (${within}::text[] is null or code = any(${within}))
    order by level, code limit ${MOST_CANDIDATES}`.execute(tx.kysely);
  return rows.map(({ code, name, lng, lat }) => ({ name, address: name, regionCode: code, lng, lat }));
}

/** The place of a known address; else the centre of its division, of the nearest one above it that has a centre. */
export async function geocodeOffline(
  tx: Tx,
  { keyword, regionCode }: Asked,
  places: readonly KnownPlaces[],
): Promise<GeoPoint | null> {
  const regionCodes = regionCode === null ? null : await codesWithin(tx, regionCode);
  for (const known of places) {
    const found = await known(tx, { keyword, regionCodes, most: MOST_CANDIDATES });
    const exact = found.find(({ address, name }) => address === keyword || name === keyword);
    if (!exact) continue;
    const { lng, lat } = exact;
    if (lng !== null && lat !== null) return { lng, lat, regionCode: exact.regionCode, precision: "ADDRESS" };
    if (exact.regionCode !== null) return centreOf(tx, exact.regionCode);
  }
  const named = await findNamedIn(tx, keyword, regionCodes);
  const code = named ?? regionCode;
  return code === null ? null : centreOf(tx, code);
}

/** Finds the deepest division that the text names. If several have the name, it must be below another named one. */
async function findNamedIn(tx: Tx, text: string, within: readonly string[] | null): Promise<string | null> {
  const rows = await db(tx)
    .selectFrom("region")
    .select(["code", "level", "parentCode", "name"])
    .where(sql<boolean>`position(name in ${text}) > 0`)
    .where(sql<boolean>`(${within}::text[] is null or code = any(${within}))`)
    .where("status", "=", "VALID")
    .orderBy("level", "desc")
    .execute();
  const named = new Set(rows.map(({ code }) => code));
  const upper = new Map(rows.map(({ code, parentCode }) => [code, parentCode]));
  const isBelowNamed = (code: string) => named.has(upper.get(code) ?? "");
  for (const level of [3, 2, 1]) {
    const here = rows.filter((row) => row.level === level);
    const fitting = here.filter(({ code }) => isBelowNamed(code));
    const [one, ...others] = fitting.length > 0 ? fitting : here;
    if (one && others.length === 0) return one.code;
  }
  return null;
}

const precisions = { 1: "PROVINCE", 2: "CITY", 3: "DISTRICT" } as const;

async function centreOf(tx: Tx, code: string): Promise<GeoPoint | null> {
  const { rows } = await sql<{ level: 1 | 2 | 3; lng: number; lat: number }>`
    with recursive up as (
      select code, parent_code, level, lng, lat from region where code = ${code}
      union all
      select r.code, r.parent_code, r.level, r.lng, r.lat from up join region r on r.code = up.parent_code
    )
    select level, lng::float8 as lng, lat::float8 as lat from up where lng is not null order by level desc limit 1`.execute(
    tx.kysely,
  );
  const [centre] = rows;
  return centre ? { lng: centre.lng, lat: centre.lat, regionCode: code, precision: precisions[centre.level] } : null;
}
