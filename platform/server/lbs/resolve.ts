import {
  kmBetween,
  type LngLat,
  lbsErrors,
  type QueryOf,
  type ResolvedRegion,
  type resolveRegions,
} from "@ops/platform/contract";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../db/tx.ts";

interface Line extends ResolvedRegion {
  readonly isValid: boolean;
}

/** Finds the present divisions for codes. Abolished ones lead to their successors (PF-R102). */
export function regionsOf(tx: Tx, { codes }: QueryOf<typeof resolveRegions>): Promise<ResolvedRegion[]> {
  return linesOf(tx, codes);
}

/** The code and the names that a record keeps of a chosen division; one that was replaced counts as its successor. */
export async function requireRegion(tx: Tx, code: string): Promise<{ code: string; name: string }> {
  const [line] = await linesOf(tx, [code]);
  if (!line) throw lbsErrors.unknown();
  if (!line.isValid) throw lbsErrors.abolished({ name: line.name });
  return { code: line.currentCode, name: line.name };
}

interface Division {
  readonly provinceCode: string;
  readonly cityCode: string | null;
  readonly districtCode: string | null;
}

/** The chosen division with those above it, each level by its code; one that was replaced counts as its successor. */
export async function requireDivision(tx: Tx, chosen: string): Promise<Division> {
  const { code } = await requireRegion(tx, chosen);
  return (await divisionsOf(tx, [code])).get(code) ?? { provinceCode: code, cityCode: null, districtCode: null };
}

/** Finds the same for many codes, as they are. Unknown ones are left out. */
export async function divisionsOf(tx: Tx, codes: readonly string[]): Promise<ReadonlyMap<string, Division>> {
  const { rows } = await sql<Division & { code: string }>`
    with recursive line as (
      select code as asked, code, level, parent_code from region where code = any(${codes}::text[])
      union all select l.asked, r.code, r.level, r.parent_code from region r join line l on r.code = l.parent_code)
    select asked as code, min(code) filter (where level = 1) as province_code, min(code) filter (where level = 2) as city_code,
      min(code) filter (where level = 3) as district_code
    from line group by asked`.execute(tx.kysely);
  return new Map(rows.map(({ code, ...division }) => [code, division]));
}

/** Names from the province down; a municipality is named once. */
async function linesOf(tx: Tx, codes: readonly string[]): Promise<Line[]> {
  const { rows } = await sql<Line>`
    with recursive heirs as (
      select code as asked, code, replaced_by, 0 as step from region where code = any(${codes})
      union all
      select h.asked, r.code, r.replaced_by, h.step + 1 from heirs h join region r on r.code = h.replaced_by where h.step < 9
    ), last as (
      select distinct on (asked) asked, code from heirs order by asked, step desc
    )
    select l.asked as code, r.code as "currentCode", r.status = 'VALID' as "isValid",
      (l.asked <> r.code or r.status = 'ABOLISHED') as "isAdjusted",
      concat_ws(' / ', g.name, nullif(p.name, g.name), nullif(r.name, p.name)) as name
    from last l join region r on r.code = l.code
      left join region p on p.code = r.parent_code
      left join region g on g.code = p.parent_code
    order by l.asked`.execute(tx.kysely);
  return rows;
}

/** Finds cities by code, name or short name: 330100, 杭州市 or 杭州. Unknown ones are left out. */
export async function findCities(tx: Tx, asked: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ asked: string; code: string }>`
    select a.text as asked, min(r.code) as code from unnest(${asked}::text[]) as a (text)
      join region r on a.text in (r.code, r.name, regexp_replace(r.name, '(市|地区|盟|自治州)$', ''))
    where r.level = 2 and r.status = 'VALID' group by a.text`.execute(tx.kysely);
  return new Map(rows.map((row) => [row.asked, row.code]));
}

/** A division and everything below it. */
export async function codesWithin(tx: Tx, code: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select r.code from region r left join region p on p.code = r.parent_code
    where ${code} in (r.code, r.parent_code, p.parent_code)`.execute(tx.kysely);
  return rows.map((row) => row.code);
}

/** Where cities have their centre, to about a kilometre; those without a known one are left out (PF-R133). */
export async function cityCentres(tx: Tx, codes: readonly string[]): Promise<Map<string, LngLat>> {
  const centres = await centresWhere(tx, sql`code = any(${codes}::text[])`);
  return new Map(centres.map(({ code, lng, lat }) => [code, { lng, lat }]));
}

/** The city whose centre is nearest to a place: a good guess of where it lies, without asking a map service. */
export async function nearestCity(tx: Tx, place: LngLat): Promise<string | null> {
  const [nearest] = (await allCityCentres(tx)).toSorted((a, b) => kmBetween(a, place) - kmBetween(b, place));
  return nearest?.code ?? null;
}

/** Those of all cities that are in use. */
export function allCityCentres(tx: Tx) {
  return centresWhere(tx, sql`status = 'VALID'`);
}

async function centresWhere({ kysely }: Tx, condition: RawBuilder<unknown>) {
  const { rows } = await sql<LngLat & { code: string }>`
    select code, lng::float8 as lng, lat::float8 as lat from region
    where ${condition} and level = 2 and lng is not null order by code`.execute(kysely);
  return rows;
}
