import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { orgErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { knownNames, SOMEBODY } from "../rights/reader/known-names.ts";
import { idsOnPath, type OrganizationRow } from "./tables.ts";

interface Leaders {
  readonly leaderUserId: string | null;
  readonly deputyUserIds: readonly string[];
}

/** Requires that new leaders and deputies are ACTIVE and hold a post here or above. */
export async function requireLeaders(tx: Tx, before: OrganizationRow, { leaderUserId, deputyUserIds }: Leaders) {
  const [unfit] = await unfitLeaders(tx, before, [leaderUserId, ...deputyUserIds]);
  if (unfit !== undefined) throw orgErrors.leader({ name: await nameOfLeader(tx, unfit) });
}

/** Finds those who may not become leader or deputy. Those who already are may stay. */
export async function unfitLeaders(
  tx: Tx,
  { leaderUserId, deputyUserIds, path }: OrganizationRow,
  chosen: readonly (string | null)[],
): Promise<string[]> {
  const known = new Set([leaderUserId, ...deputyUserIds]);
  const added = [...new Set(chosen)].filter((id) => id !== null).filter((id) => !known.has(id));
  if (added.length === 0) return [];
  const fit = new Set((await inOffice(tx, path).where("u.id", "in", added).execute()).map((row) => row.userId));
  return added.filter((id) => !fit.has(id));
}

export async function nameOfLeader(tx: Tx, id: string): Promise<string> {
  const name = (await knownNames(tx, [id])).get(id) ?? SOMEBODY;
  return name === SOMEBODY ? "该用户" : name;
}

/** Lists the people with posts on the path from the root, nearest first and each once. */
export function inOffice(tx: Tx, path: string) {
  const nearest = db(tx)
    .selectFrom("membership as m")
    .innerJoin("organization as o", "o.id", "m.organizationId")
    .innerJoin("position as p", "p.id", "m.positionId")
    .distinctOn("m.userId")
    .select(["m.userId", "o.level", "p.rank", sql<string>`o.name || '(' || p.name || ')'`.as("post")])
    .where("m.organizationId", "in", idsOnPath(path))
    .where("m.status", "=", "EFFECTIVE")
    .orderBy("m.userId")
    .orderBy("o.level", "desc")
    .orderBy("p.rank", "desc");
  return db(tx)
    .selectFrom(nearest.as("n"))
    .innerJoin("appUser as u", "u.id", "n.userId")
    .select(["n.userId", "u.userName", "n.post"])
    .where("u.status", "=", "ACTIVE")
    .where("u.deletedAt", "is", null)
    .orderBy("n.level", "desc")
    .orderBy("n.rank", "desc")
    .orderBy("u.userName");
}
