import { acting, escapeLike, get, lockRecord, presentEach, reads, requireRecord, writes } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { hasStaffNo } from "../person/tables.ts";
import { bumpRights } from "../rights/bump.ts";
import { inOffice } from "./leaders.ts";
import { presentOrganization } from "./present.ts";
import { organizations } from "./tables.ts";
import { findTree } from "./tree/tree.ts";
import { lockTree } from "./tree/tree-lock.ts";
import {
  changeOrganization,
  insertBelow,
  refuseHigherPosts,
  refuseManaged,
  refuseOccupied,
  removeUnused,
  requireEnabling,
  tellSwitch,
} from "./write.ts";

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
  await bumpRights(tx, "everyone"); // everybody's label 组织(职位) contains the name
  return presentOrganization(tx, changed);
});

export const organizationActing = acting(contract.organizationActs, organizations, {
  present: presentEach(presentOrganization),
  first: lockTree,
  before: async (_tx, organization) => refuseManaged(organization),
  on: {
    disable: async (tx, organization) => {
      await refuseHigherPosts(tx, organization);
      await refuseOccupied(tx, organization.id);
      return {};
    },
    enable: async (tx, organization) => {
      await requireEnabling(tx, organization);
      return {};
    },
  },
  after: { disable: tellSwitch, enable: tellSwitch },
});

export const removeOrganization = writes(
  contract.removeOrganization,
  async (tx, { params: { id }, query: { version } }): Promise<true> => {
    await lockTree(tx);
    const organization = await lockRecord(tx, organizations, id, version, presentOrganization);
    refuseManaged(organization);
    await removeUnused(tx, organization);
    return true;
  },
);

export const getOrganization = get(contract.getOrganization, organizations, presentOrganization);

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
