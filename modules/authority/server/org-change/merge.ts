import { changeRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type OrgImpact, organizationMoved, organizationStates } from "../../contract/index.ts";
import type { ApiClientRow } from "../api-client/tables.ts";
import { tellMoved } from "../membership/primary.ts";
import { isBelow, type OrganizationRow, organizations } from "../organization/tables.ts";
import { bumpRights } from "../rights/bump.ts";
import { moveClients } from "./merge-clients.ts";
import { postsOf } from "./merge-impact.ts";
import { logMoved } from "./merge-log.ts";
import { movePeople } from "./merge-people.ts";

export interface Merge {
  readonly source: OrganizationRow;
  readonly target: OrganizationRow;
  readonly impact: OrgImpact;
  /** The API clients that move to the target. */
  readonly clients: readonly ApiClientRow[];
}

/** Moves people and children and ends the source in this transaction. The caller has locked tree and people. */
export async function mergeNow(tx: Tx, { source, target, impact, clients }: Merge): Promise<void> {
  const posts = await postsOf(tx, source, target);
  const people = [...new Set(posts.kept.map(({ userId }) => userId))];
  const joined = new Set(posts.folded.map(({ into }) => into));
  const main = posts.kept.filter(
    (post) => post.isPrimary && (post.organizationId === source.id || joined.has(post.id)),
  );
  await movePeople(tx, posts, source, target);
  await tellMoved(
    tx,
    main.map(({ userId }) => userId),
  );
  await moveChildren(tx, source, target);
  const status = organizationStates.next(source.status, "disable");
  await changeRecord(tx, organizations, source, { status, mergedIntoId: target.id });
  const about = { bizType: "organization", bizId: source.id };
  const [path, into] = [impact.fromPath.join(" / "), impact.toPath.join(" / ")];
  tx.trail.diffs.push({ ...about, field: "mergedIntoId", label: "并入组织", before: path, after: into });
  tx.trail.summary ??= `已并入${target.name}`;
  await moveClients(tx, clients, source, target);
  // every person concerned gets an entry about the changed post in the own log
  const post = { bizType: "appUser", ids: people, field: "organizationId", label: "任职组织", word: "任职" };
  await logMoved(tx, post, source, target);
  await bumpRights(tx, "everyone");
}

async function moveChildren(tx: Tx, source: OrganizationRow, target: OrganizationRow): Promise<void> {
  const { rows } = await sql<{ orgId: string; isGone: boolean }>`update organization set version = version + 1,
      updated_at = ${tx.now}, updated_by = ${tx.actor.userId}, parent_id = ${target.id}
    where parent_id = ${source.id} returning id as "orgId", deleted_at is not null as "isGone"`.execute(tx.kysely);
  const moved = rows.filter(({ isGone }) => !isGone);
  await tx.publishAll(
    organizationMoved,
    moved.map(({ orgId }) => ({ orgId, at: tx.now.toISOString() })),
  );
  await sql`update organization set path = ${target.path} || substr(path, ${source.path.length + 1}),
      level = level + ${target.level - source.level}
    where ${isBelow(sql.ref("path"), source.path)} and id <> ${source.id}`.execute(tx.kysely);
}
