import { commonErrors } from "@ops/platform/contract";
import { changeRecord, changeRecords, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { organizationStates, orgErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { bumpRights } from "../rights/bump.ts";
import { requireLeaders } from "./leaders.ts";
import { type OrganizationRow, organizations } from "./tables.ts";
import { requireFreeName } from "./tree/placement.ts";
import { regionOf } from "./tree/region.ts";
import { lockTree } from "./tree/tree-lock.ts";
import { insertBelow, type NewOrganization, removeUnused, requireEnabling, switchOff, tellSwitch } from "./write.ts";

/** What other modules may know about an organisation. */
export type PublishedOrganization = Pick<
  OrganizationRow,
  "id" | "code" | "name" | "type" | "parentId" | "path" | "status" | "leaderUserId" | "refModule" | "refId"
>;

interface OwnedOrganization extends NewOrganization {
  readonly parentId: string;
  /** The module whose record belongs to the organisation. */
  readonly refModule: string;
  readonly refId: string;
}

/**
 * Creates the organisation of a store, partner or carrier in the transaction of its record. The caller has checked the
 * rights. If the record and the organisation share an id, the caller passes it as `id`.
 */
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

/** Changes the name, address and similar data when the module's record changes. */
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

/** Disables the organisation when the module's record is closed. Refused while people hold posts there. Idempotent. */
export async function disableOrganization(tx: Tx, id: string, reason: string): Promise<PublishedOrganization> {
  await lockTree(tx);
  const organization = await lockRow(tx, id);
  return organization.status === "DISABLED" ? organization : switchOff(tx, organization, reason);
}

/** Enables the organisation when the module's record opens again. Idempotent. */
export async function enableOrganization(tx: Tx, id: string, reason: string): Promise<PublishedOrganization> {
  await lockTree(tx);
  const organization = await lockRow(tx, id);
  if (organization.status === "ENABLED") return organization;
  await requireEnabling(tx, organization);
  const status = organizationStates.next(organization.status, "enable");
  const enabled = await changeRecord(tx, organizations, organization, { status });
  await tellSwitch(tx, enabled, organization, { reason });
  return enabled;
}

/** Removes the organisation when the module's record is deleted. Refused once the organisation has been used. */
export async function removeOrganization(tx: Tx, id: string): Promise<void> {
  await lockTree(tx);
  await removeUnused(tx, await lockRow(tx, id));
}

/** Sets the leader, who must hold a post there or above; null for nobody. Deputies do not change. */
export async function setOrganizationLeader(
  tx: Tx,
  id: string,
  leaderUserId: string | null,
): Promise<PublishedOrganization> {
  await lockTree(tx);
  const organization = await lockRow(tx, id);
  if (organization.leaderUserId === leaderUserId) return organization;
  await requireLeaders(tx, organization, { leaderUserId, deputyUserIds: organization.deputyUserIds });
  const led = await changeRecord(tx, organizations, organization, { leaderUserId });
  await bumpRights(tx, "everyone");
  return led;
}

/** Finds an enabled organisation and locks it, so that it stays enabled. Throws COMMON_NOT_FOUND or 组织已停用 otherwise. */
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

/** Finds an organisation by id or code, in any state and without a scope check. No locks are taken. */
export async function findOrganization(
  tx: Tx,
  by: { readonly id: string } | { readonly code: string },
): Promise<LocatedOrganization | null> {
  const asked = db(tx).selectFrom("organization").selectAll().where("deletedAt", "is", null);
  const found = "id" in by ? asked.where("id", "=", by.id) : asked.where("code", "=", by.code);
  return (await found.executeTakeFirst()) ?? null;
}

/**
 * Finds what each organisation has become: itself, or the last one of its merges (AU-R42),
 * which may be disabled by now. Modules that store an old organisation call this before they
 * use it again. Unknown ids are left out. No locks are taken.
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

/** Lists the enabled organisations of a type by code. No locks are taken. */
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

type WholeOrganization = LocatedOrganization & Pick<OrganizationRow, "shortName" | "address" | "phone" | "createdAt">;

/** Lists the organisations of these types in any state by code, for the module that takes them in. No locks are taken. */
export function listOrganizations(tx: Tx, types: readonly OrganizationRow["type"][]): Promise<WholeOrganization[]> {
  return db(tx)
    .selectFrom("organization")
    .selectAll()
    .where("type", "in", [...types])
    .where("deletedAt", "is", null)
    .orderBy("code")
    .execute();
}

/** Lists enabled organisations of these types below each of these, with the id of the upper one. No locks are taken. */
export async function organizationsBelow(
  tx: Tx,
  topIds: readonly string[],
  ...types: readonly [OrganizationRow["type"], ...OrganizationRow["type"][]]
): Promise<(PublishedOrganization & { readonly topId: string })[]> {
  if (topIds.length === 0) return [];
  return db(tx)
    .selectFrom("organization as top")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("organization")
          .selectAll()
          // a path range, as `isBelow` explains
          .where(sql<boolean>`path > top.path and path < left(top.path, -1) || '0'`)
          .where("type", "in", types)
          .where("status", "=", "ENABLED")
          .where("deletedAt", "is", null)
          .offset(0) // makes the planner search the path index once for each of the few upper organisations
          .as("o"),
      (join) => join.onTrue(),
    )
    .selectAll("o")
    .select("top.id as topId")
    .where(sql<boolean>`top.id = any(${topIds}::uuid[])`)
    .orderBy("o.code")
    .execute();
}

/** Loads names of organisations in any state and without a scope check. Unknown ids are left out. */
export async function organizationNames(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db(tx)
    .selectFrom("organization")
    .select(["id", "name"])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Assigns an existing organisation to the record of a module. */
export async function adoptOrganization(
  tx: Tx,
  id: string,
  owner: Pick<OwnedOrganization, "refModule" | "refId">,
): Promise<PublishedOrganization> {
  await lockTree(tx);
  return changeRecord(tx, organizations, await lockRow(tx, id), owner);
}

/** Hands many organisations to the records of a module at once. */
export async function adoptOrganizations(
  tx: Tx,
  owned: readonly (Pick<OwnedOrganization, "refModule" | "refId"> & { readonly id: string })[],
): Promise<void> {
  await lockTree(tx);
  const ids = owned.map(({ id }) => id);
  const rows = await db(tx)
    .selectFrom("organization")
    .selectAll()
    .where("id", "in", ids)
    .where("deletedAt", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  if (rows.length < ids.length) throw commonErrors.notFound();
  const owners = new Map(owned.map(({ id, refModule, refId }) => [id, { refModule, refId }]));
  const changed = rows.map((before) => ({ before, steps: [owners.get(before.id) ?? {}] }));
  await changeRecords(tx, organizations, changed);
}

/** Locks the row without a scope check, because the calling module checks the rights. */
export async function lockRow(tx: Tx, id: string): Promise<OrganizationRow> {
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
