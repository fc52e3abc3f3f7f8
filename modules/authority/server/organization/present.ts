import type { AnswerFrom } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { type OrganizationTypeCode, ownerOfType } from "../../contract/index.ts";
import { db } from "../database.ts";
import { idsOnPath, isBelow, type OrganizationRow, reaches } from "./tables.ts";

export type PresentedOrganization = AnswerFrom<typeof contract.getOrganization>;

/** Presents the row with names instead of ids. */
export async function presentOrganization(tx: Tx, row: OrganizationRow): Promise<PresentedOrganization> {
  const [line, names, people] = [
    await lineOf(tx, row.path),
    await namesOf(tx, [...row.deputyUserIds, ...(row.leaderUserId ? [row.leaderUserId] : [])]),
    await countPeople(tx, row),
  ];
  return {
    ...row,
    parentName: line.find(({ id }) => id === row.parentId)?.name ?? null,
    pathNames: line.map(({ name }) => name),
    leaderName: names.get(row.leaderUserId ?? "") ?? null,
    deputyNames: row.deputyUserIds.map((id) => names.get(id) ?? "-"),
    mergedIntoName: row.mergedIntoId === null ? null : await nameOf(tx, row.mergedIntoId),
    managedBy: managerOf(row),
    isMovable: row.parentId !== null && row.mergedIntoId === null && row.refModule === null,
    ...people,
  };
}

/** Finds the module that manages the name and status of an organisation; null if this page does (AU-R43). */
export function managerOf({ type, refModule }: { type: OrganizationTypeCode; refModule: string | null }) {
  return ownerOfType(type) ?? (refModule ? { module: refModule, page: refModule } : null);
}

/** Lists the organisations on the path from the root. */
export async function lineOf(
  tx: Tx,
  path: string,
): Promise<{ id: string; name: string; leaderUserId: string | null }[]> {
  return db(tx)
    .selectFrom("organization")
    .select(["id", "name", "leaderUserId"])
    .where("id", "in", idsOnPath(path))
    .orderBy("level")
    .execute();
}

export async function nameOf(tx: Tx, id: string): Promise<string> {
  const query = db(tx).selectFrom("organization").select("name").where("id", "=", id);
  return (await query.executeTakeFirstOrThrow()).name;
}

export async function namesOf(tx: Tx, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db(tx)
    .selectFrom("appUser")
    .select(["id", "userName"])
    .where("id", "in", [...userIds])
    .execute();
  return new Map(rows.map((row) => [row.id, row.userName]));
}

async function countPeople(tx: Tx, { id, path }: OrganizationRow): Promise<{ ownPeople: number; totalPeople: number }> {
  return db(tx)
    .selectFrom("membership as m")
    .innerJoin("organization as o", "o.id", "m.organizationId")
    .select([
      sql<number>`count(distinct m.user_id) filter (where o.id = ${id})::int`.as("ownPeople"),
      sql<number>`count(distinct m.user_id)::int`.as("totalPeople"),
    ])
    .where(isBelow(sql.ref("o.path"), path))
    .where(reaches(tx, sql.ref("o.id")))
    .where("m.status", "=", "EFFECTIVE")
    .executeTakeFirstOrThrow();
}
