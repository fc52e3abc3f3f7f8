import type { DataScope, Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { OrganizationShape, OrgChangeShape, organizationTree } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";
import { organizationTypes } from "../dictionaries.ts";

type Reach = Extract<DataScope, { all: false }>;

const inReach = (column: RawBuilder<unknown>, { organizations }: Reach): RawBuilder<boolean> =>
  organizations ? sql<boolean>`${column} in (${organizations})` : sql<boolean>`false`;

/** An organisation is in scope by its own id. */
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

/** Visible to readers who see the changed organisation or its target. */
export const orgChanges = tableOf(OrgChangeShape, {
  scope: (scope) =>
    sql<boolean>`(${inReach(sql.ref("orgChange.sourceOrgId"), scope)} or ${inReach(sql.ref("orgChange.targetOrgId"), scope)})`,
  number: "changeNo",
  labels: { status: "变更状态" },
  unlogged: ["changeNo", "kind", "reason"],
});
export type OrgChangeRow = RowOf<typeof orgChanges>;

/** Restricts hand-written SQL to organisations in the scope of the actor's permission. */
export function reaches(tx: Pick<Tx, "actor" | "permission">, id: RawBuilder<unknown>): RawBuilder<boolean> {
  const scope = tx.actor.scopeOf(tx.permission);
  return scope.all ? sql<boolean>`true` : inReach(id, scope);
}

/**
 * Selects the organisation with the path `top` and all below it. It is a range, because paths are ordered by bytes and
 * `0` is the character after `/`.
 */
export function isBelow(path: RawBuilder<unknown>, top: string): RawBuilder<boolean> {
  return sql<boolean>`(${path} >= ${top} and ${path} < ${`${top.slice(0, -1)}0`})`;
}

/** Lists the ids from the root to the organisation itself. */
export function idsOnPath(path: string): string[] {
  return path.split("/").filter(Boolean);
}
