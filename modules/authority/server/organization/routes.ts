import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { cancelMerge, cancelOrgChange } from "./cancel.ts";
import { listOrgChanges } from "./changes.ts";
import { listOrganizationCoverage } from "./coverage.ts";
import { listLeaderCandidates } from "./leaders.ts";
import { listOrganizationMembers } from "./members.ts";
import { mergeOrganization, previewMerge } from "./merge.ts";
import { createOrgChange, previewMove } from "./move.ts";
import { getOrganization } from "./present.ts";
import {
  createOrganization,
  disableOrganization,
  editOrganization,
  enableOrganization,
  removeOrganization,
} from "./service.ts";
import { organizationTree } from "./tree.ts";

export const organizationRoutes: Route[] = [
  reads(contract.organizationTree, (tx, { query }) => organizationTree(tx, query)),
  reads(contract.getOrganization, (tx, { params }) => getOrganization(tx, params.id)),
  reads(contract.listOrganizationMembers, (tx, { params, query }) => listOrganizationMembers(tx, params.id, query)),
  reads(contract.listLeaderCandidates, (tx, { params, query }) => listLeaderCandidates(tx, params.id, query)),
  reads(contract.listOrganizationCoverage, (tx, { params }) => listOrganizationCoverage(tx, params.id)),
  writes(contract.createOrganization, (tx, { body }) => createOrganization(tx, body)),
  writes(contract.editOrganization, (tx, { params, body }) => editOrganization(tx, params.id, body)),
  writes(contract.disableOrganization, (tx, { params, body }) => disableOrganization(tx, params.id, body)),
  writes(contract.enableOrganization, (tx, { params, body }) => enableOrganization(tx, params.id, body)),
  writes(contract.removeOrganization, (tx, { params, query }) => removeOrganization(tx, params.id, query.version)),
  writes(contract.previewMove, (tx, { params, body }) => previewMove(tx, params.id, body)),
  reads(contract.listOrgChanges, (tx, { query }) => listOrgChanges(tx, query)),
  writes(contract.createOrgChange, (tx, { body }) => createOrgChange(tx, body)),
  writes(contract.previewMerge, (tx, { params, body }) => previewMerge(tx, params.id, body)),
  writes(contract.mergeOrganization, (tx, { body }) => mergeOrganization(tx, body)),
  writes(contract.cancelOrgChange, (tx, { params, body }) => cancelOrgChange(tx, params.id, body)),
  writes(contract.cancelMerge, (tx, { params, body }) => cancelMerge(tx, params.id, body)),
];
