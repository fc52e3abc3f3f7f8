import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { effectivePosts } from "../rights/posts.ts";

/** The organisations that are active: that of the membership, or of all posts together. */
export async function activeIds(tx: Tx, userId: string, membershipId: string | null | undefined): Promise<string[]> {
  if (!membershipId) return (await effectivePosts(tx, userId)).map(({ organizationId }) => organizationId);
  const membership = await db(tx)
    .selectFrom("membership")
    .select("organizationId")
    .where("id", "=", membershipId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  if (!membership) throw commonErrors.notFound();
  return [membership.organizationId];
}
