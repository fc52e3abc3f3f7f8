import { type BodyOf, commonErrors } from "@ops/platform/contract";
import { changeRecord, insertRecord, lockRecord, newId, removeRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { organizationStates, orgErrors } from "../../contract/index.ts";
import { db, type OrganizationType } from "../database.ts";
import { bumpRights } from "../rights/bump.ts";
import { carriedRoles } from "../rights/carried-roles.ts";
import { contentBreach } from "../rights/grant-guard.ts";
import { recordSwitch } from "./changes.ts";
import { requireLeaders } from "./leaders.ts";
import { requireFreeName, requireRoom } from "./placement.ts";
import { managerOf, nameOf, type PresentedOrganization, presentOrganization } from "./present.ts";
import { regionOf } from "./region.ts";
import { type OrganizationRow, organizations } from "./tables.ts";
import { lockTree } from "./tree-lock.ts";

export async function createOrganization(
  tx: Tx,
  body: BodyOf<typeof contract.createOrganization>,
): Promise<PresentedOrganization> {
  await lockTree(tx);
  const parent = await lockRecord(tx, organizations, body.parentId, null);
  refuseManaged({ type: body.type, refModule: null });
  const created = await insertBelow(tx, parent, body);
  await bumpRights(tx, "everyone");
  return presentOrganization(tx, created);
}

export interface NewOrganization {
  readonly name: string;
  readonly type: OrganizationType;
  readonly code?: string | null;
  readonly shortName?: string | null;
  readonly regionCode?: string | null;
  readonly address?: string | null;
  readonly phone?: string | null;
  readonly sort?: number;
  readonly refModule?: string;
  readonly refId?: string;
}

/** The tree is locked and the parent is there; whether it may stand here is checked. */
export async function insertBelow(tx: Tx, parent: OrganizationRow, wanted: NewOrganization): Promise<OrganizationRow> {
  await requireRoom(tx, parent, wanted);
  const code = wanted.code ?? (await nextCode(tx));
  if (await isCodeTaken(tx, code)) throw commonErrors.duplicate({ field: "组织编码" });
  const id = newId();
  return insertRecord(tx, organizations, {
    id,
    code,
    name: wanted.name,
    type: wanted.type,
    shortName: wanted.shortName ?? null,
    ...(await regionOf(tx, wanted.regionCode ?? null)),
    address: wanted.address ?? null,
    phone: wanted.phone ?? null,
    sort: wanted.sort ?? 0,
    refModule: wanted.refModule ?? null,
    refId: wanted.refId ?? null,
    parentId: parent.id,
    path: `${parent.path}${id}/`,
    level: parent.level + 1,
    leaderUserId: null,
    deputyUserIds: [],
    mergedIntoId: null,
    status: "ENABLED",
  });
}

export async function editOrganization(
  tx: Tx,
  id: string,
  body: BodyOf<typeof contract.editOrganization>,
): Promise<PresentedOrganization> {
  await lockTree(tx);
  const { version, ...changes } = body;
  const organization = await lockRecord(tx, organizations, id, version, presentOrganization);
  const changed = await changeOrganization(tx, organization, changes);
  await bumpRights(tx, "everyone"); // the name is part of everybody's 组织(职位)
  return presentOrganization(tx, changed);
}

type Edited = Omit<BodyOf<typeof contract.editOrganization>, "version">;

/** What is known of an organisation; the tree is locked, and the caller raises the rights. */
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

export async function disableOrganization(
  tx: Tx,
  id: string,
  { version, reason }: BodyOf<typeof contract.disableOrganization>,
): Promise<PresentedOrganization> {
  await lockTree(tx);
  const organization = await lockRecord(tx, organizations, id, version, presentOrganization);
  refuseManaged(organization);
  await refuseHigherPosts(tx, organization);
  tx.trail.reason = reason;
  return presentOrganization(tx, await switchOff(tx, organization, reason));
}

/** Closed when nothing works below it any more; its memberships sleep (AU-R28). */
export async function switchOff(
  tx: Tx,
  organization: OrganizationRow,
  reason: string | null,
): Promise<OrganizationRow> {
  const status = organizationStates.next(organization.status, "disable");
  await refuseOccupied(tx, organization.id);
  const disabled = await changeRecord(tx, organizations, organization, { status });
  await recordSwitch(tx, organization, { kind: "DISABLE", reason });
  await bumpRights(tx, "everyone");
  return disabled;
}

export async function enableOrganization(
  tx: Tx,
  id: string,
  { version, reason }: BodyOf<typeof contract.enableOrganization>,
): Promise<PresentedOrganization> {
  await lockTree(tx);
  const organization = await lockRecord(tx, organizations, id, version, presentOrganization);
  refuseManaged(organization);
  const status = organizationStates.next(organization.status, "enable");
  const { mergedIntoId } = organization;
  if (mergedIntoId !== null) throw orgErrors.merged({ name: await nameOf(tx, mergedIntoId) });
  if (await isParentDisabled(tx, organization)) throw orgErrors.parentDisabled();
  await refuseHigherPosts(tx, organization);
  tx.trail.reason = reason;
  const enabled = await changeRecord(tx, organizations, organization, { status });
  await recordSwitch(tx, organization, { kind: "ENABLE", reason });
  await bumpRights(tx, "everyone");
  return presentOrganization(tx, enabled);
}

/**
 * Posts sleep and wake with their organisation, those that lie ahead too: whoever switches it could have given every role that
 * they carry or will bring along (AU-R16, decision 0021).
 */
async function refuseHigherPosts(tx: Tx, { id }: OrganizationRow): Promise<void> {
  if (tx.actor.isAdmin) return;
  for (const { role } of await carriedRoles(tx, { organizationIds: [id] })) {
    const breach = await contentBreach(tx, role, [id]);
    if (breach) throw breach;
  }
}

export async function removeOrganization(tx: Tx, id: string, version: number): Promise<true> {
  await lockTree(tx);
  const organization = await lockRecord(tx, organizations, id, version, presentOrganization);
  refuseManaged(organization);
  if (await isUsed(tx, organization)) throw orgErrors.used();
  await removeRecord(tx, organizations, organization);
  await bumpRights(tx, "everyone");
  return true;
}

export function refuseManaged(organization: Pick<OrganizationRow, "type" | "refModule">): void {
  const manager = managerOf(organization);
  if (manager) throw orgErrors.managed(manager);
}

/** What belongs to the module of a store, partner or carrier; parent, order and leaders are looked after here. */
export function changesManaged(before: OrganizationRow, after: Partial<OrganizationRow>): boolean {
  const owned = ["name", "shortName", "regionCode", "address", "phone"] as const;
  return owned.some((field) => after[field] !== before[field]);
}

async function nextCode(tx: Tx): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`select nextval('organization_code')::int as n`.execute(tx.kysely);
    const code = `ORG${String(rows[0]?.n ?? 0).padStart(6, "0")}`;
    if (!(await isCodeTaken(tx, code))) return code; // somebody chose this very number by hand
  }
}

/** Also by one that was deleted: a code is never given twice. */
async function isCodeTaken(tx: Tx, code: string): Promise<boolean> {
  const query = db(tx).selectFrom("organization").select("id").where("code", "=", code);
  return (await query.executeTakeFirst()) !== undefined;
}

async function refuseOccupied(tx: Tx, id: string): Promise<void> {
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

async function isParentDisabled(tx: Tx, { parentId }: OrganizationRow): Promise<boolean> {
  if (parentId === null) return false;
  const query = db(tx).selectFrom("organization").select("status").where("id", "=", parentId);
  return (await query.executeTakeFirstOrThrow()).status === "DISABLED";
}

/** The root, and whatever has children, has or had members, or is part of a data scope. */
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
