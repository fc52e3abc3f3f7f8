import {
  type BodyOf,
  commonErrors,
  type editRegion as editRegionEndpoint,
  lbsErrors,
  type listManagedRegions as listManagedRegionsEndpoint,
  type ManagedRegion,
  type Page,
  type QueryOf,
} from "@ops/platform/contract";
import { sql } from "kysely";
import { escapeLike, is } from "../db/list/condition.ts";
import { listPage } from "../db/list/list-page.ts";
import { changeRecord, lockRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { db, type RegionRow, regions } from "../tables.ts";
import { soundOf } from "./sound.ts";

export async function listManagedRegions(
  tx: Tx,
  query: QueryOf<typeof listManagedRegionsEndpoint>,
): Promise<Page<ManagedRegion>> {
  const { keyword, level, status, parentCode } = query;
  const where = [is("level", level), is("status", status), is("parentCode", parentCode), matchesKeyword(keyword)];
  const page = await listPage(tx, regions, query, { where, orderBy: ["code", "asc"] });
  return { ...page, list: await presentAll(tx, page.list) };
}

/** By part of the name, begin of the code, begin of the sound, or initials. */
function matchesKeyword(keyword: string | undefined) {
  if (!keyword) return null;
  const typed = escapeLike(keyword.toLowerCase());
  return sql<boolean>`(region.name like ${`%${typed}%`} or region.code like ${`${typed}%`}
    or replace(region.pinyin, ' ', '') like ${`${typed}%`}
    or regexp_replace(region.pinyin, '(\\w)\\w*\\s*', '\\1', 'g') like ${`${typed}%`})`;
}

export async function editRegion(
  tx: Tx,
  code: string,
  { version, ...changes }: BodyOf<typeof editRegionEndpoint>,
): Promise<ManagedRegion> {
  if ((changes.lng === null) !== (changes.lat === null)) throw lbsErrors.centre();
  const region = await lockRegion(tx, code, version);
  const changed = await changeDivision(tx, region, {
    ...changes,
    lng: changes.lng === null ? null : String(changes.lng),
    lat: changes.lat === null ? null : String(changes.lat),
  });
  return present(tx, changed);
}

type Changes = Partial<Pick<RegionRow, "name" | "status" | "replacedBy" | "lng" | "lat">>;

/**
 * Renames, abolishes or restores a division. A valid division has no successor, and one with valid parts cannot be
 * abolished.
 */
export async function changeDivision(tx: Tx, region: RegionRow, changes: Changes): Promise<RegionRow> {
  const status = changes.status ?? region.status;
  const replacedBy = status === "VALID" ? null : (changes.replacedBy ?? null);
  if (status === "ABOLISHED") await refuseWithParts(tx, region.code);
  else if (region.status === "ABOLISHED") await refuseBelowAbolished(tx, region);
  if (replacedBy !== null && replacedBy !== region.replacedBy) await requireSuccessor(tx, region, replacedBy);
  const renamed = changes.name === undefined || changes.name === region.name ? null : await soundOf(tx, changes.name);
  const pinyin = renamed ?? region.pinyin;
  return changeRecord(tx, regions, region, { ...changes, pinyin, status, replacedBy });
}

/** Its parent and its successor cannot be abolished meanwhile: changes of divisions wait for each other, they are rare. */
export async function lockRegion(tx: Tx, code: string, version: number | null): Promise<RegionRow> {
  await sql`select pg_advisory_xact_lock(hashtext('region'))`.execute(tx.kysely);
  const found = await db(tx).selectFrom("region").select("id").where("code", "=", code).executeTakeFirst();
  if (!found) throw commonErrors.notFound();
  return lockRecord(tx, regions, found.id, version, present);
}

async function refuseWithParts(tx: Tx, code: string): Promise<void> {
  const { n } = await db(tx)
    .selectFrom("region")
    .select(sql<number>`count(*)::int`.as("n"))
    .where("parentCode", "=", code)
    .where("status", "=", "VALID")
    .executeTakeFirstOrThrow();
  if (n > 0) throw lbsErrors.hasChildren({ n });
}

async function refuseBelowAbolished(tx: Tx, { parentCode }: RegionRow): Promise<void> {
  if (parentCode === null) return;
  const { status } = await db(tx)
    .selectFrom("region")
    .select("status")
    .where("code", "=", parentCode)
    .executeTakeFirstOrThrow();
  if (status === "ABOLISHED") throw lbsErrors.parentAbolished();
}

async function requireSuccessor(tx: Tx, { code, level }: RegionRow, replacedBy: string): Promise<void> {
  const successor = await db(tx)
    .selectFrom("region")
    .select(["level", "status"])
    .where("code", "=", replacedBy)
    .executeTakeFirst();
  const fits = successor?.status === "VALID" && successor.level === level && replacedBy !== code;
  if (!fits) throw lbsErrors.successor();
}

async function present(tx: Tx, row: RegionRow): Promise<ManagedRegion> {
  const [shown] = await presentAll(tx, [row]);
  if (!shown) throw new Error("a division was lost");
  return shown;
}

async function presentAll(tx: Tx, rows: readonly RegionRow[]): Promise<ManagedRegion[]> {
  const codes = rows.flatMap(({ parentCode, replacedBy }) => [parentCode, replacedBy]).filter((code) => code !== null);
  const named = codes.length
    ? await db(tx).selectFrom("region").select(["code", "name"]).where("code", "in", codes).execute()
    : [];
  const names = new Map(named.map(({ code, name }) => [code, name]));
  return rows.map((row) => ({
    ...row,
    parentName: names.get(row.parentCode ?? "") ?? null,
    replacedByName: names.get(row.replacedBy ?? "") ?? null,
    lng: row.lng === null ? null : Number(row.lng),
    lat: row.lat === null ? null : Number(row.lat),
  }));
}
