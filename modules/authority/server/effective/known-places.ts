import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { reaches } from "../organization/tables.ts";
import type { GrantedSource } from "../rights/compile.ts";
import { type Post, postName } from "../rights/posts.ts";

/** Whether the reader may hear what an organisation is called. */
export type Knows = (organizationId: string) => boolean;

/** What these posts and grants speak of is named inside the reader's scope, and where the rights are his own (section 7). */
export async function knownPlaces(
  tx: Tx,
  userId: string,
  { posts, sources }: { posts: readonly Post[]; sources: readonly GrantedSource[] },
): Promise<Knows> {
  if (userId === tx.actor.userId || tx.actor.scopeOf(tx.permission).all) return () => true;
  const custom = sources.flatMap(({ customOrgs }) => customOrgs.map(({ id }) => id));
  const ids = [...new Set([...posts.map(({ organizationId }) => organizationId), ...custom])];
  const { rows } = await sql<{ id: string }>`select o.id from organization o
    where o.id = any(${ids}::uuid[]) and ${reaches(tx, sql.ref("o.id"))}`.execute(tx.kysely);
  const known = new Set(rows.map(({ id }) => id));
  return (id) => known.has(id);
}

/** Places that the reader may not know are only counted. */
export function withOthers(names: readonly string[], others: number): readonly string[] {
  return others > 0 ? [...names, `其他 ${others} 项`] : names;
}

/** Every post as it is told in comparisons. */
export function postNames(posts: readonly Post[], knows: Knows): readonly string[] {
  const known = posts.filter(({ organizationId }) => knows(organizationId));
  return withOthers(
    known.map((post) => postName([post])),
    posts.length - known.length,
  );
}
