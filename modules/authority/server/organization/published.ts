import { commonErrors } from "@ops/platform/contract";
import { changeRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { orgErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { bumpRights } from "../rights/bump.ts";
import { requireFreeName } from "./placement.ts";
import { regionOf } from "./region.ts";
import { type OrganizationRow, organizations } from "./tables.ts";
import { lockTree } from "./tree-lock.ts";
import { insertBelow, type NewOrganization, switchOff } from "./write.ts";

/** What other modules may know of an organisation. */
export type PublishedOrganization = Pick<
  OrganizationRow,
  "id" | "code" | "name" | "type" | "parentId" | "path" | "status" | "leaderUserId" | "refModule" | "refId"
>;

interface OwnedOrganization extends NewOrganization {
  readonly parentId: string;
  /** Whose record it is the organisation of. */
  readonly refModule: string;
  readonly refId: string;
}

/** An organisation for a store, partner or carrier, in the transaction of its record. The caller has checked the rights. */
export async function createOrganization(
  tx: Tx,
  { parentId, ...wanted }: OwnedOrganization,
): Promise<PublishedOrganization> {
  await lockTree(tx);
  const created = await insertBelow(tx, await lockRow(tx, parentId), wanted);
  await bumpRights(tx, "everyone");
  return created;
}

type Renamed = Partial<Pick<OrganizationRow, "name" | "shortName" | "regionCode" | "address" | "phone">>;

/** Name, address and the like, when the record of its module changes. */
export async function renameOrganization(tx: Tx, id: string, changes: Renamed): Promise<PublishedOrganization> {
  await lockTree(tx);
  const organization = await lockRow(tx, id);
  if (changes.name !== undefined && changes.name !== organization.name) {
    await requireFreeName(tx, organization.parentId, changes.name);
  }
  const region = changes.regionCode === undefined ? {} : await regionOf(tx, changes.regionCode, organization);
  const renamed = await changeRecord(tx, organizations, organization, { ...changes, ...region });
  await bumpRights(tx, "everyone");
  return renamed;
}

/** When the record of its module is closed; refused while people are in office there. Told twice, it changes nothing. */
export async function disableOrganization(tx: Tx, id: string, reason: string): Promise<PublishedOrganization> {
  await lockTree(tx);
  const organization = await lockRow(tx, id);
  return organization.status === "DISABLED" ? organization : switchOff(tx, organization, reason);
}

/** An enabled organisation that stays enabled until this transaction ends; COMMON_NOT_FOUND or 组织已停用 otherwise. */
export async function requireOrganization(tx: Tx, id: string): Promise<PublishedOrganization> {
  const found = await db(tx)
    .selectFrom("organization")
    .selectAll()
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .forShare()
    .executeTakeFirst();
  if (!found) throw commonErrors.notFound();
  if (found.status === "DISABLED") throw orgErrors.disabled();
  return found;
}

type LocatedOrganization = PublishedOrganization & Pick<OrganizationRow, "regionCode">;

/** By its id or its code, in whatever state and scope it is; null when there is none. Locks nothing. */
export async function findOrganization(
  tx: Tx,
  by: { readonly id: string } | { readonly code: string },
): Promise<LocatedOrganization | null> {
  const asked = db(tx).selectFrom("organization").selectAll().where("deletedAt", "is", null);
  const found = "id" in by ? asked.where("id", "=", by.id) : asked.where("code", "=", by.code);
  return (await found.executeTakeFirst()) ?? null;
}

/**
 * What each of these organisations has become: itself, or the one at the end of its merges (AU-R42), which may be disabled by
 * now. Whoever keeps an organisation of the past asks this before it counts again. Ids that are none are left out. Locks nothing.
 */
export async function followMerges(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, LocatedOrganization>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<LocatedOrganization & { askedId: string }>`
    with recursive followed as (
      select id as asked_id, id, merged_into_id from organization where id = any(${ids}::uuid[])
      union
      select f.asked_id, o.id, o.merged_into_id from followed f join organization o on o.id = f.merged_into_id)
    select f.asked_id, o.* from followed f join organization o on o.id = f.id
    where f.merged_into_id is null and o.deleted_at is null`.execute(tx.kysely);
  return new Map(rows.map(({ askedId, ...organization }) => [askedId, organization]));
}

/** All enabled ones of a type, by their code. Locks nothing. */
export function findOrganizations(tx: Tx, type: OrganizationRow["type"]): Promise<PublishedOrganization[]> {
  return db(tx)
    .selectFrom("organization")
    .selectAll()
    .where("type", "=", type)
    .where("status", "=", "ENABLED")
    .where("deletedAt", "is", null)
    .orderBy("code")
    .execute();
}

/** All enabled ones of a type below each of these organisations, by their code, with the one that they are below. Locks nothing. */
export async function organizationsBelow(
  tx: Tx,
  topIds: readonly string[],
  type: OrganizationRow["type"],
): Promise<(PublishedOrganization & { readonly topId: string })[]> {
  if (topIds.length === 0) return [];
  return db(tx)
    .selectFrom("organization as top")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("organization")
          .selectAll()
          .where(sql<boolean>`path > top.path and path < left(top.path, -1) || '0'`) // a range, see isBelow
          .where("type", "=", type)
          .where("status", "=", "ENABLED")
          .where("deletedAt", "is", null)
          .offset(0) // by the index of paths for each of the few, never the other way round
          .as("o"),
      (join) => join.onTrue(),
    )
    .selectAll("o")
    .select("top.id as topId")
    .where(sql<boolean>`top.id = any(${topIds}::uuid[])`)
    .orderBy("o.code")
    .execute();
}

/** Names of organisations in whatever state and scope; one that is not there has none. */
export async function organizationNames(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db(tx)
    .selectFrom("organization")
    .select(["id", "name"])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** An organisation that was there before the record of its module. */
export async function adoptOrganization(
  tx: Tx,
  id: string,
  owner: Pick<OwnedOrganization, "refModule" | "refId">,
): Promise<PublishedOrganization> {
  await lockTree(tx);
  return changeRecord(tx, organizations, await lockRow(tx, id), owner);
}

/** Without the data scope: whose rights count is the calling module's business. */
async function lockRow(tx: Tx, id: string): Promise<OrganizationRow> {
  const found = await db(tx)
    .selectFrom("organization")
    .selectAll()
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw commonErrors.notFound();
  return found;
}
