import { type BodyOf, commonErrors } from "@ops/platform/contract";
import {
  acting,
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
import { impactErrors, orgErrors } from "../../contract/index.ts";
import { presentChange, presentChanges } from "../organization/changes.ts";
import { type OrgChangeRow, organizations, orgChanges } from "../organization/tables.ts";
import { lockTree } from "../organization/tree/tree-lock.ts";
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

/** The difference between a move and a merge: the check whether the actor may order it, and its impact. */
const moving = { requireMay: requireMayMove, impactOf: moveImpact };
const merging = { requireMay: requireMayMerge, impactOf: mergeImpact };

export const previewMove = writes(contract.previewMove, (tx, { params, body }) =>
  preview(tx, params.id, body.targetOrgId, moving),
);

export const previewMerge = writes(contract.previewMerge, (tx, { params, body }) =>
  preview(tx, params.id, body.targetOrgId, merging),
);

async function preview(tx: Tx, id: string, targetOrgId: string, { requireMay, impactOf }: typeof moving) {
  const source = await requireRecord(tx, organizations, id);
  const target = await requireRecord(tx, organizations, targetOrgId);
  await requireMay(tx, source, target);
  tx.trail.about("organization", id, source.code);
  const { impact, token } = await impactOf(tx, source, target);
  return { impact, impactToken: token };
}

/** Moves an organisation now, or plans the move. */
export const createOrgChange = writes(contract.createOrgChange, async (tx, { body }) => {
  await lockTree(tx);
  const confirmed = await confirmOrder(tx, body, moving);
  if (body.plannedAt === null) await moveNow(tx, confirmed);
  return presentChange(tx, await insertOrder(tx, body, { ...confirmed, kind: "MOVE", status: "DONE" }));
});

/**
 * Merges an organisation now, or plans the merge. People and child
 * organisations move at once; a job moves the open business later.
 */
export const mergeOrganization = writes(contract.mergeOrganization, async (tx, { body }) => {
  // the actor's scope is checked first, so that nobody locks people of organisations outside of it
  await requireSeen(tx, organizations, [body.sourceOrgId, body.targetOrgId]);
  await lockTree(tx);
  await lockPeople(tx, body.sourceOrgId);
  const confirmed = await confirmOrder(tx, body, merging);
  const { source, target } = confirmed;
  const isOver = !(await hasRecords(tx, source.id));
  if (body.plannedAt === null) {
    await mergeNow(tx, { ...confirmed, clients: await lockMovableClients(tx, source, target) });
  }
  const status = isOver ? "DONE" : "RUNNING";
  const change = await insertOrder(tx, body, { ...confirmed, kind: "MERGE", status });
  if (change.status === "RUNNING") await tx.enqueue(handOverWork, { changeId: change.id }, { key: change.id });
  return presentChange(tx, change);
});

type Order = BodyOf<typeof contract.mergeOrganization>;

/** Locks both organisations and checks the order. The impact must be the one that the actor confirmed (AU-R41). */
async function confirmOrder(tx: Tx, order: Order, { requireMay, impactOf }: typeof moving) {
  const source = await lockRecord(tx, organizations, order.sourceOrgId, null);
  const target = await lockRecord(tx, organizations, order.targetOrgId, null);
  await requireMay(tx, source, target);
  await refuseSecondPlan(tx, source.id);
  if (order.plannedAt !== null && order.plannedAt <= tx.now) throw orgErrors.plannedPast();
  const { impact, token } = await impactOf(tx, source, target);
  if (token !== order.impactToken) throw impactErrors.stale();
  tx.trail.reason = order.reason;
  tx.trail.about("organization", source.id, source.code);
  return { source, target, impact };
}

type Confirmed = Awaited<ReturnType<typeof confirmOrder>> & Pick<OrgChangeRow, "kind" | "status">;

/** Stores the order. `status` applies to an order that is carried out now; a planned one is PLANNED. */
async function insertOrder(tx: Tx, order: Order, { source, target, impact, kind, status }: Confirmed) {
  const { plannedAt, impactToken, reason } = order;
  return insertRecord(tx, orgChanges, {
    changeNo: await tx.nextNumber("orgChange"),
    orderedIn: orderedIn(tx),
    kind,
    sourceOrgId: source.id,
    targetOrgId: target.id,
    plannedAt,
    doneAt: plannedAt === null && status === "DONE" ? tx.now : null,
    impact,
    impactToken,
    reason,
    status: plannedAt === null ? status : "PLANNED",
  });
}

export const listOrgChanges = list(contract.listOrgChanges, orgChanges, {
  where: {
    organizationId: (id) => sql<boolean>`(org_change.source_org_id = ${id} or org_change.target_org_id = ${id})`,
  },
  orderBy: ["createdAt", "desc"],
  present: presentChanges,
});

/** Cancelling a move and cancelling a merge need different permissions, so each call accepts only its own kind. */
export const orgChangeActing = acting(contract.orgChangeActs, orgChanges, {
  present: presentChanges,
  on: {
    cancel: (_tx, change) => requireKind(change.kind !== "MERGE"),
    cancelMerge: (_tx, change) => requireKind(change.kind === "MERGE"),
  },
});

function requireKind(isOwn: boolean): object {
  if (!isOwn) throw commonErrors.notFound();
  return {};
}
