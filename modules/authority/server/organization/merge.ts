import type { AnswerFrom, BodyOf } from "@ops/platform/contract";
import { changeRecord, insertRecord, lockRecord, requireRecord, requireSeen, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { impactErrors, type OrgImpact, organizationStates, orgErrors } from "../../contract/index.ts";
import type { ApiClientRow } from "../api-client/tables.ts";
import { bumpRights } from "../rights/bump.ts";
import { orderedIn } from "../rights/on-behalf-of.ts";
import { type PresentedChange, presentChange } from "./changes.ts";
import { handOverWork } from "./hand-over.ts";
import { lockMovableClients, moveClients } from "./merge-clients.ts";
import { mergeImpact, postsOf } from "./merge-impact.ts";
import { logMoved } from "./merge-log.ts";
import { lockPeople, movePeople } from "./merge-people.ts";
import { requireMayMerge } from "./merge-rules.ts";
import { refuseSecondPlan } from "./move.ts";
import { isBelow, type OrganizationRow, organizations, orgChanges } from "./tables.ts";
import { lockTree } from "./tree-lock.ts";
import { hasRecords } from "./work.ts";

export async function previewMerge(
  tx: Tx,
  id: string,
  { targetOrgId }: BodyOf<typeof contract.previewMerge>,
): Promise<AnswerFrom<typeof contract.previewMerge>> {
  const source = await requireRecord(tx, organizations, id);
  const target = await requireRecord(tx, organizations, targetOrgId);
  await requireMayMerge(tx, source, target);
  tx.trail.about("organization", id, source.code);
  const { impact, token } = await mergeImpact(tx, source, target);
  return { impact, impactToken: token };
}

/** A merge, now or planned. People and what stood below go over at once; business that is in hand follows by a job. */
export async function mergeOrganization(
  tx: Tx,
  body: BodyOf<typeof contract.mergeOrganization>,
): Promise<PresentedChange> {
  await requireSeen(tx, organizations, [body.sourceOrgId, body.targetOrgId]); // before the locks of their people
  await lockTree(tx);
  await lockPeople(tx, body.sourceOrgId);
  const source = await lockRecord(tx, organizations, body.sourceOrgId, null);
  const target = await lockRecord(tx, organizations, body.targetOrgId, null);
  await requireMayMerge(tx, source, target);
  await refuseSecondPlan(tx, source.id);
  const { plannedAt, reason } = body;
  if (plannedAt !== null && plannedAt <= tx.now) throw orgErrors.plannedPast();
  const { impact, token } = await mergeImpact(tx, source, target);
  if (token !== body.impactToken) throw impactErrors.stale();

  tx.trail.reason = reason;
  tx.trail.about("organization", source.id, source.code);
  const isOver = !(await hasRecords(tx, source.id));
  if (plannedAt === null) {
    await mergeNow(tx, { source, target, impact, clients: await lockMovableClients(tx, source, target) });
  }
  const change = await insertRecord(tx, orgChanges, {
    changeNo: await tx.nextNumber("orgChange"),
    orderedIn: orderedIn(tx),
    kind: "MERGE",
    sourceOrgId: source.id,
    targetOrgId: target.id,
    plannedAt,
    doneAt: plannedAt === null && isOver ? tx.now : null,
    impact,
    impactToken: token,
    reason,
    failure: null,
    status: plannedAt !== null ? "PLANNED" : isOver ? "DONE" : "RUNNING",
  });
  if (change.status === "RUNNING") await tx.enqueue(handOverWork, { changeId: change.id }, { key: change.id });
  return presentChange(tx, change);
}

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
