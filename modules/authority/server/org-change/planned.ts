import { BusinessError, commonErrors } from "@ops/platform/contract";
import {
  changeRecord,
  findRecord,
  insertPastAudits,
  jobAudit,
  lockRecord,
  notify,
  schedule,
  type Tx,
} from "@ops/platform/server";
import { createOrgChange, impactErrors, mergeOrganization, orgChangeStates } from "../../contract/index.ts";
import { onBehalfOf } from "../api-client/on-behalf-of.ts";
import { db } from "../database.ts";
import { type OrgChangeRow, organizations, orgChanges } from "../organization/tables.ts";
import { lockTree } from "../organization/tree/tree-lock.ts";
import { handOverWork, resumeMerges } from "./hand-over.ts";
import { moveImpact } from "./impact.ts";
import { type Merge, mergeNow } from "./merge.ts";
import { lockMovableClients } from "./merge-clients.ts";
import { mergeImpact } from "./merge-impact.ts";
import { lockPeople } from "./merge-people.ts";
import { requireMayMerge } from "./merge-rules.ts";
import { moveNow, requireMayMove } from "./move.ts";
import { hasRecords } from "./work.ts";

const NAME = "authority.plannedOrgChanges";
const AT_ONCE = 50;

/** Carries out planned changes whose time has come, each in its own transaction. */
export const plannedOrgChanges = schedule({
  name: NAME,
  title: "执行计划的组织变更",
  at: { everySeconds: 60 },
  run: async (work) => {
    for (const id of await work.step(dueChanges)) await work.step((tx) => executePlanned(tx, id));
    await work.step(resumeMerges);
  },
});

export async function dueChanges(tx: Tx): Promise<string[]> {
  const due = await db(tx)
    .selectFrom("orgChange")
    .select("id")
    .where("status", "=", "PLANNED")
    .where("plannedAt", "<=", tx.now)
    .orderBy("plannedAt")
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();
  return due.map(({ id }) => id);
}

/** Checks the change again. If its impact has changed or a rule is broken by now, it becomes FAILED. */
export async function executePlanned(tx: Tx, id: string): Promise<void> {
  await lockTree(tx);
  const change = await lockRecord(tx, orgChanges, id, null);
  if (change.status !== "PLANNED") return; // another node has handled this change in the meantime
  if (change.kind === "MERGE") await lockPeople(tx, change.sourceOrgId);
  const checkedNow = await checkChange(tx, change);
  if (checkedNow instanceof BusinessError) {
    const status = orgChangeStates.next(change.status, "fail");
    await changeRecord(tx, orgChanges, change, { status, failure: checkedNow.message });
    await notify(tx, [change.createdBy], {
      category: "TASK",
      level: "ERROR",
      title: "计划的组织变更未执行",
      about: `orgChange:${id}`,
      content: `变更单${change.changeNo}未执行：${checkedNow.message}`,
      route: `/AuthorityManagement/OrgManagement?org=${change.sourceOrgId}`,
    });
  } else if (change.kind === "MERGE") {
    await executeMerge(tx, change, checkedNow);
  } else {
    await moveNow(tx, checkedNow);
    const status = orgChangeStates.next(change.status, "execute");
    await changeRecord(tx, orgChanges, change, { status, doneAt: tx.now });
  }
  await logExecution(tx, change);
}

async function executeMerge(tx: Tx, change: OrgChangeRow, merge: Merge): Promise<void> {
  await mergeNow(tx, merge);
  const isOver = !(await hasRecords(tx, change.sourceOrgId));
  const status = orgChangeStates.next(change.status, isOver ? "execute" : "begin");
  await changeRecord(tx, orgChanges, change, { status, doneAt: isOver ? tx.now : null });
  if (!isOver) await tx.enqueue(handOverWork, { changeId: change.id }, { key: change.id });
}

async function checkChange(tx: Tx, change: OrgChangeRow): Promise<Merge | BusinessError> {
  const { kind, sourceOrgId, targetOrgId, impactToken } = change;
  try {
    const isMerge = kind === "MERGE";
    const asPlanner = await onBehalfOf(tx, change, isMerge ? mergeOrganization : createOrgChange);
    const source = await findRecord(asPlanner, organizations, sourceOrgId);
    const target = targetOrgId === null ? null : await findRecord(asPlanner, organizations, targetOrgId);
    if (!source || !target) throw commonErrors.notFound();
    await (isMerge ? requireMayMerge : requireMayMove)(asPlanner, source, target);
    const { impact, token } = await (isMerge ? mergeImpact : moveImpact)(asPlanner, source, target);
    if (token !== impactToken) throw impactErrors.stale();
    const clients = isMerge ? await lockMovableClients(asPlanner, source, target) : [];
    return { source, target, impact, clients };
  } catch (refusal) {
    if (refusal instanceof BusinessError) return refusal;
    throw refusal;
  }
}

/** This work belongs to no call, so the kernel writes no audit row and this function does. */
async function logExecution(tx: Tx, { sourceOrgId, changeNo, reason }: OrgChangeRow): Promise<void> {
  await insertPastAudits(tx, [
    {
      ...jobAudit(tx, "authority"),
      bizType: "organization",
      bizId: sourceOrgId,
      bizNo: changeNo,
      action: NAME,
      actionName: "执行计划的组织变更",
      summary: null,
      diffs: tx.trail.diffs,
      reason,
    },
  ]);
}
