import { changeRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type OrgImpact, organizationStates } from "../../contract/index.ts";
import type { ApiClientRow } from "../api-client/tables.ts";
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
  /** Programs that go along. */
  readonly clients: readonly ApiClientRow[];
}

/** People, what stood below, then the source ends, in this one transaction. The tree and the people are locked. */
export async function mergeNow(tx: Tx, { source, target, impact, clients }: Merge): Promise<void> {
  const posts = await postsOf(tx, source, target);
  await movePeople(tx, posts, source, target);
  await moveChildren(tx, source, target);
  const status = organizationStates.next(source.status, "disable");
  await changeRecord(tx, organizations, source, { status, mergedIntoId: target.id });
  const about = { bizType: "organization", bizId: source.id };
  const [path, into] = [impact.fromPath.join(" / "), impact.toPath.join(" / ")];
  tx.trail.diffs.push({ ...about, field: "mergedIntoId", label: "并入组织", before: path, after: into });
  tx.trail.summary ??= `已并入${target.name}`;
  await moveClients(tx, clients, source, target);
  // everybody finds the change of the post in the own log
  const people = [...new Set(posts.kept.map(({ userId }) => userId))];
  const post = { bizType: "appUser", ids: people, field: "organizationId", label: "任职组织", word: "任职" };
  await logMoved(tx, post, source, target);
  await bumpRights(tx, "everyone");
}

async function moveChildren(tx: Tx, source: OrganizationRow, target: OrganizationRow): Promise<void> {
  await sql`update organization set version = version + 1, updated_at = ${tx.now}, updated_by = ${tx.actor.userId},
      parent_id = ${target.id}
    where parent_id = ${source.id}`.execute(tx.kysely);
  await sql`update organization set path = ${target.path} || substr(path, ${source.path.length + 1}),
      level = level + ${target.level - source.level}
    where ${isBelow(sql.ref("path"), source.path)} and id <> ${source.id}`.execute(tx.kysely);
}
