import { exportsList, type Tx, wholeList } from "@ops/platform/server";
import { sql } from "kysely";
import { organizationSheet } from "../../contract/index.ts";
import { db } from "../database.ts";
import { organizationsAt } from "./filters.ts";
import { idsOnPath, type OrganizationRow, organizations, reaches } from "./tables.ts";
import { nodesOf } from "./tree/tree.ts";

/** Exports the organisations in scope, or one of them with all below it, parents before their children. */
export const organizationExport = exportsList(organizationSheet, (tx, { organizationId }) =>
  wholeList(
    tx,
    organizations,
    {},
    {
      where: [organizationId ? sql<boolean>`organization.id in (${organizationsAt(organizationId)})` : null],
      orderBy: ["path", "asc"],
      show: present,
    },
  ),
);

async function present(tx: Tx, rows: readonly OrganizationRow[]) {
  const nodes = await nodesOf(
    tx,
    rows.map(({ id }) => id),
  );
  const known = new Map(nodes.map((node) => [node.id, node]));
  const above = await loadNames(tx, [...new Set(rows.flatMap(({ path }) => idsOnPath(path)))]);
  return rows.map((row) => ({
    ...row,
    leaderName: known.get(row.id)?.leaderName ?? null,
    ownPeople: known.get(row.id)?.ownPeople ?? 0,
    totalPeople: known.get(row.id)?.totalPeople ?? 0,
    parentCode: above.get(row.parentId ?? "")?.code ?? null,
    parentName: above.get(row.parentId ?? "")?.name ?? null,
    pathNames: idsOnPath(row.path).flatMap((id) => above.get(id)?.name ?? []),
  }));
}

/** Loads code and name of those that are in scope. */
async function loadNames(tx: Tx, ids: readonly string[]) {
  const rows = await db(tx)
    .selectFrom("organization")
    .select(["id", "code", "name"])
    .where("id", "in", ids)
    .where(reaches(tx, sql.ref("organization.id")))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
