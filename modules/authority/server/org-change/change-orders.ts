import { type BodyOf, commonErrors } from "@ops/platform/contract";
import {
  changeRecord,
  insertRecord,
  list,
  lockRecord,
  requireRecord,
  requireSeen,
  type Tx,
  writes,
} from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { impactErrors, orgChangeStates, orgErrors } from "../../contract/index.ts";
import { type PresentedChange, presentChange, presentChanges } from "../organization/changes.ts";
import { type OrgChangeRow, organizations, orgChanges } from "../organization/tables.ts";
import { lockTree } from "../organization/tree-lock.ts";
import { orderedIn } from "../rights/ordered-in.ts";
import { handOverWork } from "./hand-over.ts";
import { moveImpact } from "./impact.ts";
import { mergeNow } from "./merge.ts";
import { lockMovableClients } from "./merge-clients.ts";
import { mergeImpact } from "./merge-impact.ts";
import { lockPeople } from "./merge-people.ts";
import { requireMayMerge } from "./merge-rules.ts";
import { moveNow, refuseSecondPlan, requireMayMove } from "./move.ts";
import { hasRecords } from "./work.ts";

export const previewMove = writes(contract.previewMove, async (tx, { params: { id }, body: { targetOrgId } }) => {
  const source = await requireRecord(tx, organizations, id);
  const target = await requireRecord(tx, organizations, targetOrgId);
  await requireMayMove(tx, source, target);
  tx.trail.about("organization", id, source.code);
  const { impact, token } = await moveImpact(tx, source, target);
  return { impact, impactToken: token };
});

/** A move, now or planned. What was confirmed has to be what will happen (AU-R41). */
export const createOrgChange = writes(contract.createOrgChange, async (tx, { body }) => {
  await lockTree(tx);
  const source = await lockRecord(tx, organizations, body.sourceOrgId, null);
  const target = await lockRecord(tx, organizations, body.targetOrgId, null);
  await requireMayMove(tx, source, target);
  await refuseSecondPlan(tx, source.id);
  const { plannedAt, reason } = body;
  if (plannedAt !== null && plannedAt <= tx.now) throw orgErrors.plannedPast();
  const { impact, token } = await moveImpact(tx, source, target);
  if (token !== body.impactToken) throw impactErrors.stale();

  tx.trail.reason = reason;
  tx.trail.about("organization", source.id, source.code);
  if (plannedAt === null) await moveNow(tx, { source, target, impact });
  const change = await insertRecord(tx, orgChanges, {
    changeNo: await tx.nextNumber("orgChange"),
    orderedIn: orderedIn(tx),
    kind: body.kind,
    sourceOrgId: source.id,
    targetOrgId: target.id,
    plannedAt,
    doneAt: plannedAt === null ? tx.now : null,
    impact,
    impactToken: token,
    reason,
    failure: null,
    status: plannedAt === null ? "DONE" : "PLANNED",
  });
  return presentChange(tx, change);
});

export const previewMerge = writes(contract.previewMerge, async (tx, { params: { id }, body: { targetOrgId } }) => {
  const source = await requireRecord(tx, organizations, id);
  const target = await requireRecord(tx, organizations, targetOrgId);
  await requireMayMerge(tx, source, target);
  tx.trail.about("organization", id, source.code);
  const { impact, token } = await mergeImpact(tx, source, target);
  return { impact, impactToken: token };
});

/** A merge, now or planned. People and what stood below go over at once; business that is in hand follows by a job. */
export const mergeOrganization = writes(contract.mergeOrganization, async (tx, { body }) => {
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
});

export const listOrgChanges = list(contract.listOrgChanges, orgChanges, {
  where: {
    organizationId: (id) => sql<boolean>`(org_change.source_org_id = ${id} or org_change.target_org_id = ${id})`,
  },
  orderBy: ["createdAt", "desc"],
  present: presentChanges,
});

type Body = BodyOf<typeof contract.cancelOrgChange>;

export const cancelOrgChange = writes(contract.cancelOrgChange, (tx, { params, body }) =>
  cancel(tx, params.id, body, ({ kind }) => kind !== "MERGE"),
);

export const cancelMerge = writes(contract.cancelMerge, (tx, { params, body }) =>
  cancel(tx, params.id, body, ({ kind }) => kind === "MERGE"),
);

/** Each call has its own code, so it reaches only the changes that the code makes. */
async function cancel(
  tx: Tx,
  id: string,
  { version }: Body,
  isOwn: (change: OrgChangeRow) => boolean,
): Promise<PresentedChange> {
  const change = await lockRecord(tx, orgChanges, id, version, presentChange);
  const status = orgChangeStates.next(change.status, "cancel");
  if (!isOwn(change)) throw commonErrors.notFound();
  return presentChange(tx, await changeRecord(tx, orgChanges, change, { status }));
}
