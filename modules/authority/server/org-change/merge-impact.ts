import { sha256, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { lineOf } from "../organization/present.ts";
import type { OrganizationRow } from "../organization/tables.ts";
import { knownNames } from "../rights/reader/known-names.ts";
import { type ComputedImpact, contentsOf, leadersWithoutFooting, rolesNaming, sightOf } from "./impact.ts";
import { clientWork } from "./merge-clients.ts";
import { mergeSight } from "./merge-sight.ts";
import { type MergedPosts, mergedPosts } from "./merged-posts.ts";
import { workOf } from "./work.ts";

/** Computes the impact of a merge. Open business changes all day, so it is shown but not part of the token. */
export async function mergeImpact(tx: Tx, source: OrganizationRow, target: OrganizationRow): Promise<ComputedImpact> {
  const [before, after] = [await lineOf(tx, source.path), await lineOf(tx, target.path)];
  const { childCount, storeCount, memberIds } = await contentsOf(tx, source);
  const { kept, folded } = await postsOf(tx, source, target);
  const sight = await mergeSight(tx, source, target);
  const customRoles = await rolesNaming(tx, [source.id]);
  const looseLeaders = await leadersWithoutFooting(tx, source, target, { without: source.id });
  const leaders = [source.leaderUserId, target.leaderUserId];
  const names = await knownNames(tx, leaders);
  const moved = kept.filter(({ organizationId }) => organizationId === source.id);
  const impact = {
    fromPath: before.map(({ name }) => name),
    toPath: after.map(({ name }) => name),
    childCount,
    storeCount,
    peopleCount: await peopleIn(tx, source.id),
    customRoles: customRoles.shown,
    looseLeaders: looseLeaders.shown,
    ...sightOf(sight),
    upperLeader: { before: names.get(leaders[0] ?? "") ?? null, after: names.get(leaders[1] ?? "") ?? null },
    work: [...(await workOf(tx, [source.id])), ...(await clientWork(tx, source, target))],
    merge: { movedPosts: moved.length, doubledPosts: folded.length },
  };
  const everything = [
    "MERGE",
    source.id,
    target.id,
    source.path,
    target.path,
    memberIds,
    customRoles.all,
    looseLeaders.all,
    leaders,
    [moved.map(({ id }) => id).sort(), folded.map(({ id }) => id).sort()],
    sight.map(({ userId, gained, lost }) => [userId, gained, lost]),
  ];
  return { impact, token: sha256(JSON.stringify(everything)).toString("base64url") };
}

/** Computes the posts that the people of the source have after the merge. */
export async function postsOf(tx: Tx, source: OrganizationRow, target: OrganizationRow): Promise<MergedPosts> {
  const posts = await db(tx)
    .selectFrom("membership as m")
    .select(["m.id", "m.userId", "m.positionId", "m.organizationId", "m.startDate", "m.endDate", "m.isPrimary"])
    .select("m.status")
    .where("m.organizationId", "in", [source.id, target.id])
    .where("m.status", "<>", "ENDED")
    .where("m.userId", "in", (eb) =>
      eb
        .selectFrom("membership as s")
        .select("s.userId")
        .where("s.organizationId", "=", source.id)
        .where("s.status", "<>", "ENDED"),
    )
    .orderBy("m.id")
    .execute();
  const open = posts.flatMap(({ status, ...post }) => (status === "ENDED" ? [] : [{ ...post, status }]));
  return mergedPosts(open, target.id);
}

async function peopleIn(tx: Tx, organizationId: string): Promise<number> {
  const { people } = await db(tx)
    .selectFrom("membership")
    .select((eb) => eb.fn.count<number>("userId").distinct().as("people"))
    .where("organizationId", "=", organizationId)
    .where("status", "=", "EFFECTIVE")
    .executeTakeFirstOrThrow();
  return Number(people);
}
