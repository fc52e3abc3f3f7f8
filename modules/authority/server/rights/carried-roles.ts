import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { db } from "../database.ts";
import { grants, notOver } from "./in-force.ts";

/** All posts of a person, one post, or all posts of some organisations except those of one person. */
type Posts =
  | { readonly userId: string }
  | { readonly membershipId: string }
  | { readonly organizationIds: readonly string[]; readonly exceptUserId?: string };

function isAsked(posts: Posts): RawBuilder<boolean> {
  if ("userId" in posts) return sql<boolean>`m.user_id = ${posts.userId}`;
  if ("membershipId" in posts) return sql<boolean>`m.id = ${posts.membershipId}`;
  const except = posts.exceptUserId ?? null;
  return sql<boolean>`(m.organization_id = any(${posts.organizationIds}::uuid[])
    and m.user_id is distinct from ${except}::uuid)`;
}

/**
 * Finds every role of these posts with the organisation of the post: granted roles, and default roles of posts that
 * begin later. Disabled roles count, because they can be enabled again at any time.
 */
export async function carriedRoles(tx: Tx, posts: Posts) {
  const asked = isAsked(posts);
  const { rows } = await sql<{ roleId: string; heldAt: string }>`
    select g.role_id as "roleId", m.organization_id as "heldAt" from ${grants} where ${asked} and ${notOver(tx)}
    union select unnest(p.default_role_ids), m.organization_id from membership m join position p on p.id = m.position_id
      where ${asked} and m.status = 'FUTURE'`.execute(tx.kysely);
  if (rows.length === 0) return [];
  const ids = rows.map(({ roleId }) => roleId);
  const roles = await db(tx)
    .selectFrom("role")
    .selectAll()
    .where("id", "in", ids)
    .where("deletedAt", "is", null)
    .execute();
  const byId = new Map(roles.map((role) => [role.id, role]));
  return rows.flatMap(({ roleId, heldAt }) => {
    const role = byId.get(roleId);
    return role ? [{ role, heldAt }] : [];
  });
}
