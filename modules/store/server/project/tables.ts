import type { DataScope } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import {
  EvidenceShape,
  ProjectNodeShape,
  ProjectShape,
  projectFrame,
  RectificationShape,
  VerificationShape,
} from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

/** A project is in scope for its manager, the owners of its nodes and of 整改项, and its verifiers, whatever their scope. */
const isTakingPart = (userId: string) => sql<boolean>`(store_project.manager_user_id = ${userId}::uuid
  or store_project.id in (select project_id from project_node where owner_user_id = ${userId}::uuid)
  or store_project.id in (select project_id from project_verification where verifier_ids @> array[${userId}::uuid])
  or store_project.id in (select project_id from project_rectification where owner_user_id = ${userId}::uuid))`;

/** By its organisation it is in scope like any record, and for its maker. */
function isReached({ organizations, selfId }: Extract<DataScope, { all: false }>): RawBuilder<boolean> {
  const place = organizations ? sql<boolean>`store_project.org_id in (${organizations})` : sql<boolean>`false`;
  return selfId === null ? place : sql<boolean>`(${place} or store_project.created_by = ${selfId}::uuid)`;
}

/** Parts of a project are in scope where it is. */
function throughProject(table: string) {
  const ofProject = (where: RawBuilder<boolean>) =>
    sql<boolean>`${sql.ref(`${table}.project_id`)} in (select id from store_project where ${where})`;
  return {
    reach: (scope: Extract<DataScope, { all: false }>) => ofProject(isReached(scope)),
    people: (userId: string) => ofProject(isTakingPart(userId)),
  };
}

export const projects = tableOf(ProjectShape, {
  scope: { reach: isReached, people: isTakingPart },
  read: projectFrame.view,
  number: "projectNo",
  unlogged: ["templateId", "progress", "plannedProgress", "forecastOpenDate", "risk", "stage"],
});
export type ProjectRow = RowOf<typeof projects>;

/** Projects that have not come to an end. */
export const isOpen = sql<boolean>`store_project.state in ('DRAFT', 'RUNNING', 'PAUSED')`;

const part = { read: projectFrame.view, partOf: { table: "storeProject", by: "projectId" } } as const;

export const nodes = tableOf(ProjectNodeShape, {
  ...part,
  scope: throughProject("project_node"),
  number: "name",
  unlogged: ["projectId", "forecastEnd"],
});
export type NodeRow = RowOf<typeof nodes>;

export const evidence = tableOf(EvidenceShape, {
  ...part,
  scope: throughProject("project_evidence"),
  number: "fileName",
  unlogged: ["projectId", "nodeId", "fileId", "sha256"],
});
export type EvidenceRow = RowOf<typeof evidence>;

export const verifications = tableOf(VerificationShape, {
  ...part,
  scope: throughProject("project_verification"),
  unlogged: ["projectId", "items"],
});
export type VerificationRow = RowOf<typeof verifications>;

export const rectifications = tableOf(RectificationShape, {
  ...part,
  scope: throughProject("project_rectification"),
  number: "requirement",
  unlogged: ["projectId", "verificationId", "beforeFileIds", "afterFileIds"],
});
export type RectificationRow = RowOf<typeof rectifications>;
