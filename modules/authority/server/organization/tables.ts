import type { DataScope, Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { OrganizationShape, OrgChangeShape, organizationTree } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";
import { organizationTypes } from "../dictionaries.ts";

type Reach = Extract<DataScope, { all: false }>;

const inReach = (column: RawBuilder<unknown>, { organizations }: Reach): RawBuilder<boolean> =>
  organizations ? sql<boolean>`${column} in (${organizations})` : sql<boolean>`false`;

/** Scope of organisations = the node itself. */
export const organizations = tableOf(OrganizationShape, {
  scope: (scope) => inReach(sql.ref("organization.id"), scope),
  read: organizationTree.permission,
  softDelete: true,
  number: "code",
  labels: { deputyUserIds: "副负责人", regionCode: "行政区划" },
  unlogged: ["level"],
  words: { type: Object.fromEntries(organizationTypes.entries) },
});
export type OrganizationRow = RowOf<typeof organizations>;

/** A change is seen by whoever sees the organisation that changes, or the one it goes to. */
export const orgChanges = tableOf(OrgChangeShape, {
  scope: (scope) =>
    sql<boolean>`(${inReach(sql.ref("orgChange.sourceOrgId"), scope)} or ${inReach(sql.ref("orgChange.targetOrgId"), scope)})`,
  number: "changeNo",
  labels: { status: "变更状态" },
  unlogged: ["reason"],
});
export type OrgChangeRow = RowOf<typeof orgChanges>;

/** Whether an organisation lies in what the actor's permission reaches, for statements written by hand. */
export function reaches(tx: Pick<Tx, "actor" | "permission">, id: RawBuilder<unknown>): RawBuilder<boolean> {
  const scope = tx.actor.scopeOf(tx.permission);
  return scope.all ? sql<boolean>`true` : inReach(id, scope);
}

/** At or below the organisation with the path `top`: a range, since paths are ordered by bytes and `0` follows `/`. */
export function isBelow(path: RawBuilder<unknown>, top: string): RawBuilder<boolean> {
  return sql<boolean>`(${path} >= ${top} and ${path} < ${`${top.slice(0, -1)}0`})`;
}

/** Ids from the root to the organisation itself. */
export function idsOnPath(path: string): string[] {
  return path.split("/").filter(Boolean);
}
