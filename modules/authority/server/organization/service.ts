import {
  changeRecord,
  escapeLike,
  lockRecord,
  reads,
  removeRecord,
  requireRecord,
  type Tx,
  writes,
} from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { organizationStates, orgErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { hasStaffNo } from "../person/tables.ts";
import { bumpRights } from "../rights/bump.ts";
import { carriedRoles } from "../rights/carried-roles.ts";
import { contentBreach } from "../rights/grant-guard.ts";
import { recordSwitch } from "./changes.ts";
import { inOffice } from "./leaders.ts";
import { nameOf, presentOrganization } from "./present.ts";
import { type OrganizationRow, organizations } from "./tables.ts";
import { findTree } from "./tree.ts";
import { lockTree } from "./tree-lock.ts";
import { changeOrganization, insertBelow, refuseManaged, switchOff } from "./write.ts";

export const organizationTree = reads(contract.organizationTree, (tx, { query }) => findTree(tx, query));

export const createOrganization = writes(contract.createOrganization, async (tx, { body }) => {
  await lockTree(tx);
  const parent = await lockRecord(tx, organizations, body.parentId, null);
  refuseManaged({ type: body.type, refModule: null });
  const created = await insertBelow(tx, parent, body);
  await bumpRights(tx, "everyone");
  return presentOrganization(tx, created);
});

export const editOrganization = writes(contract.editOrganization, async (tx, { params: { id }, body }) => {
  await lockTree(tx);
  const { version, ...changes } = body;
  const organization = await lockRecord(tx, organizations, id, version, presentOrganization);
  const changed = await changeOrganization(tx, organization, changes);
  await bumpRights(tx, "everyone"); // the name is part of everybody's 组织(职位)
  return presentOrganization(tx, changed);
});

export const disableOrganization = writes(
  contract.disableOrganization,
  async (tx, { params: { id }, body: { version, reason } }) => {
    await lockTree(tx);
    const organization = await lockRecord(tx, organizations, id, version, presentOrganization);
    refuseManaged(organization);
    await refuseHigherPosts(tx, organization);
    tx.trail.reason = reason;
    return presentOrganization(tx, await switchOff(tx, organization, reason));
  },
);

export const enableOrganization = writes(
  contract.enableOrganization,
  async (tx, { params: { id }, body: { version, reason } }) => {
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
  },
);

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

export const removeOrganization = writes(
  contract.removeOrganization,
  async (tx, { params: { id }, query: { version } }): Promise<true> => {
    await lockTree(tx);
    const organization = await lockRecord(tx, organizations, id, version, presentOrganization);
    refuseManaged(organization);
    if (await isUsed(tx, organization)) throw orgErrors.used();
    await removeRecord(tx, organizations, organization);
    await bumpRights(tx, "everyone");
    return true;
  },
);

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

export const getOrganization = reads(contract.getOrganization, async (tx, { params: { id } }) =>
  presentOrganization(tx, await requireRecord(tx, organizations, id)),
);

const CANDIDATES = 30;

export const listLeaderCandidates = reads(
  contract.listLeaderCandidates,
  async (tx, { params: { id }, query: { keyword } }) => {
    const organization = await requireRecord(tx, organizations, id);
    let query = inOffice(tx, organization.path);
    if (keyword) {
      const pattern = `%${escapeLike(keyword)}%`;
      query = query.where(sql<boolean>`(u.user_name ilike ${pattern} or ${hasStaffNo(tx, "u", keyword)})`);
    }
    return query.limit(CANDIDATES).execute();
  },
);
