import { type BodyOf, commonErrors } from "@ops/platform/contract";
import { changeRecord, insertRecord, newId, removeRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { organizationStates, orgErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { bumpRights } from "../rights/bump.ts";
import { carriedRoles } from "../rights/carried-roles.ts";
import { contentBreach } from "../rights/grant-guard.ts";
import { orderedIn } from "../rights/ordered-in.ts";
import { requireLeaders } from "./leaders.ts";
import { managerOf, nameOf } from "./present.ts";
import { type OrganizationRow, organizations, orgChanges } from "./tables.ts";
import { requireFreeName, requireRoom } from "./tree/placement.ts";
import { regionOf } from "./tree/region.ts";

/** Missing fields are empty. Without a code, the organisation gets the next number. */
export type NewOrganization = Pick<OrganizationRow, "name" | "type"> &
  Partial<Pick<OrganizationRow, "shortName" | "regionCode" | "address" | "phone" | "sort" | "refModule" | "refId">> & {
    readonly code?: string | null;
    /** Given if the record of a module and its organisation share an id, as for a store. */
    readonly id?: string;
  };

/** Inserts an organisation where it may be placed. The caller has locked the tree and loaded the parent. */
export async function insertBelow(tx: Tx, parent: OrganizationRow, wanted: NewOrganization): Promise<OrganizationRow> {
  const { code: chosen, regionCode = null, id = newId(), ...named } = wanted;
  await requireRoom(tx, parent, wanted);
  const code = chosen ?? (await nextCode(tx));
  if (await isCodeTaken(tx, code)) throw commonErrors.duplicate({ field: "组织编码" });
  return insertRecord(tx, organizations, {
    ...named,
    ...(await regionOf(tx, regionCode)),
    id,
    code,
    parentId: parent.id,
    path: `${parent.path}${id}/`,
    level: parent.level + 1,
  });
}

type Edited = Omit<BodyOf<typeof contract.editOrganization>, "version">;

/** Changes the data of an organisation. The caller has locked the tree and calls `bumpRights` afterwards. */
export async function changeOrganization(
  tx: Tx,
  organization: OrganizationRow,
  changes: Edited,
): Promise<OrganizationRow> {
  if (changesManaged(organization, changes)) refuseManaged(organization);
  if (changes.name !== organization.name) await requireFreeName(tx, organization.parentId, changes.name);
  await requireLeaders(tx, organization, changes);
  const region = await regionOf(tx, changes.regionCode, organization);
  return changeRecord(tx, organizations, organization, { ...changes, ...region });
}

/**
 * Disables an organisation. Refused while it has enabled children or members.
 * Future posts give no rights while it is off (AU-R28).
 */
export async function switchOff(tx: Tx, organization: OrganizationRow, reason: string): Promise<OrganizationRow> {
  const status = organizationStates.next(organization.status, "disable");
  await refuseOccupied(tx, organization.id);
  const disabled = await changeRecord(tx, organizations, organization, { status });
  await tellSwitch(tx, disabled, organization, { reason });
  return disabled;
}

/**
 * Requires that it may be enabled: it is not merged, its parent is enabled,
 * and the actor could grant all roles of its posts.
 */
export async function requireEnabling(tx: Tx, organization: OrganizationRow): Promise<void> {
  const { mergedIntoId } = organization;
  if (mergedIntoId !== null) throw orgErrors.merged({ name: await nameOf(tx, mergedIntoId) });
  if (await isParentDisabled(tx, organization)) throw orgErrors.parentDisabled();
  await refuseHigherPosts(tx, organization);
}

async function isParentDisabled(tx: Tx, { parentId }: OrganizationRow): Promise<boolean> {
  if (parentId === null) return false;
  const query = db(tx).selectFrom("organization").select("status").where("id", "=", parentId);
  return (await query.executeTakeFirstOrThrow()).status === "DISABLED";
}

/**
 * Memberships, also future ones, are suspended and resume with their organisation. Whoever switches it must therefore
 * be allowed to grant every role that they have or will bring (AU-R16, decision 0021).
 */
export async function refuseHigherPosts(tx: Tx, { id }: OrganizationRow): Promise<void> {
  if (tx.actor.isAdmin) return;
  for (const { role } of await carriedRoles(tx, { organizationIds: [id] })) {
    const breach = await contentBreach(tx, role, [id]);
    if (breach) throw breach;
  }
}

/** Removes an organisation that nothing has used yet. */
export async function removeUnused(tx: Tx, organization: OrganizationRow): Promise<void> {
  if (await isUsed(tx, organization)) throw orgErrors.used();
  await removeRecord(tx, organizations, organization);
  await bumpRights(tx, "everyone");
}

/** Tells whether it is the root, has children, has or had members, or is part of a planned change or a data scope. */
async function isUsed(tx: Tx, { id, parentId }: OrganizationRow): Promise<boolean> {
  if (parentId === null) return true;
  const { rows } = await sql<{ used: boolean }>`select
    exists (select 1 from organization where parent_id = ${id} and deleted_at is null)
    or exists (select 1 from membership where organization_id = ${id})
    or exists (select 1 from org_change where status = 'PLANNED' and (source_org_id = ${id} or target_org_id = ${id}))
    or exists (select 1 from role where deleted_at is null
      and custom_orgs @> jsonb_build_array(jsonb_build_object('orgId', ${id}::text))) as used`.execute(tx.kysely);
  return rows[0]?.used ?? false;
}

/** Adds the switch to the history of the organisation and refreshes everybody's rights, which depend on it. */
export async function tellSwitch(
  tx: Tx,
  { id, status }: OrganizationRow,
  _before: OrganizationRow,
  { reason }: { readonly reason: string },
): Promise<void> {
  await insertRecord(tx, orgChanges, {
    changeNo: await tx.nextNumber("orgChange"),
    orderedIn: orderedIn(tx),
    kind: status === "DISABLED" ? "DISABLE" : "ENABLE",
    sourceOrgId: id,
    doneAt: tx.now,
    reason,
    status: "DONE",
  });
  await bumpRights(tx, "everyone");
}

export function refuseManaged(organization: Pick<OrganizationRow, "type" | "refModule">): void {
  const manager = managerOf(organization);
  if (manager) throw orgErrors.managed(manager);
}

/**
 * Tells whether fields change that the module of a store, partner or carrier
 * owns. Parent, order and leaders belong to this page.
 */
export function changesManaged(before: OrganizationRow, after: Partial<OrganizationRow>): boolean {
  const owned = ["name", "shortName", "regionCode", "address", "phone"] as const;
  return owned.some((field) => after[field] !== before[field]);
}

async function nextCode(tx: Tx): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`select nextval('organization_code')::int as n`.execute(tx.kysely);
    const code = `ORG${String(rows[0]?.n ?? 0).padStart(6, "0")}`;
    if (!(await isCodeTaken(tx, code))) return code; // otherwise somebody has chosen this number by hand
  }
}

/** Tells whether a code is taken, also by a deleted organisation, because a code is never used twice. */
async function isCodeTaken(tx: Tx, code: string): Promise<boolean> {
  const query = db(tx).selectFrom("organization").select("id").where("code", "=", code);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function refuseOccupied(tx: Tx, id: string): Promise<void> {
  const child = await db(tx)
    .selectFrom("organization")
    .select("id")
    .where("parentId", "=", id)
    .where("status", "=", "ENABLED")
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (child) throw orgErrors.hasChild();
  const { n } = await db(tx)
    .selectFrom("membership")
    .select(sql<number>`count(distinct user_id)::int`.as("n"))
    .where("organizationId", "=", id)
    .where("status", "=", "EFFECTIVE")
    .executeTakeFirstOrThrow();
  if (n > 0) throw orgErrors.hasMember({ n });
}
