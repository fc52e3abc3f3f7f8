import type { Topic } from "@ops/platform/contract";
import { type Kysely, sql } from "kysely";
import type { Actor } from "../actor.ts";
import type { Reach, Reaches } from "./topic-board.ts";

/** Finds which news of the requested topics this person may get. Topics without the right are left out. */
export async function reachesOf(
  database: Kysely<unknown>,
  actor: Actor,
  { names, topics }: { readonly names: readonly string[]; readonly topics: readonly Topic[] },
): Promise<Reaches> {
  const reaches = new Map<string, Reach>();
  for (const { name, permission } of topics) {
    if (!names.includes(name)) continue;
    if (permission === "session") reaches.set(name, actor.isAdmin ? "everything" : new Set(actor.organizationIds));
    else if (actor.can(permission)) reaches.set(name, await reachOf(database, actor, permission));
  }
  return reaches;
}

async function reachOf(database: Kysely<unknown>, actor: Actor, permission: string): Promise<Reach> {
  const scope = actor.scopeOf(permission);
  if (scope.all) return "everything";
  // a person who sees only own records gets news of the own organisations, and then asks for the own records
  const own = scope.selfId === null ? [] : actor.organizationIds;
  if (scope.organizations === null) return new Set(own);
  const { rows } = await sql<{ id: string }>`select x.id from (${scope.organizations}) as x(id)`.execute(database);
  return new Set([...own, ...rows.map(({ id }) => id)]);
}
