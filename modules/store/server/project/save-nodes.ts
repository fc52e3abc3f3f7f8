import { commonErrors, dayOf, daysApart } from "@ops/platform/contract";
import {
  changeRecord,
  insertRecord,
  lockRecord,
  presentOne,
  removeRecord,
  type Tx,
  writes,
} from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type ChangedNode, nodeStates, projectErrors, projectStates, undoneBefore } from "../../contract/index.ts";
import { requireSoundNodes } from "../project-template/valid.ts";
import { requireInside } from "./plan-nodes.ts";
import { presentDetails } from "./present.ts";
import { lockProject, nodesOf, saveProject } from "./standing.ts";
import { type NodeRow, nodes, type ProjectRow } from "./tables.ts";

/** Saves nodes in one transaction, whose forecast is that of the project. */
export const saveProjectNodes = writes(contract.saveProjectNodes, async (tx, { params, body }) => {
  const { changed, added, removedIds } = body;
  const project = await lockProject(tx, params.id, "plan");
  if (added.length > 0 || removedIds.length > 0) projectStates.next(project.state, "compose");
  for (const id of removedIds) await removeRecord(tx, nodes, await lockNode(tx, project, id));
  const last = (await nodesOf(tx, project.id)).at(-1)?.sort ?? 0;
  for (const [at, node] of added.entries()) {
    const span = { durationDays: durationOf(node), sort: last + at + 1 };
    await insertRecord(tx, nodes, { ...node, ...span, projectId: project.id });
  }
  const begun: string[] = [];
  for (const change of changed) {
    const node = await lockNode(tx, project, change.id, change.version);
    if (await changeNode(tx, project, node, change)) begun.push(node.code);
  }
  const planned = await nodesOf(tx, project.id);
  requireSoundNodes(planned);
  requireInside(project, planned);
  for (const node of planned.filter(({ code }) => begun.includes(code))) requireFree(node, planned);
  return presentOne(presentDetails)(tx, await saveProject(tx, project));
});

/** With an older version the refusal carries the project as it is now, as the call answers it. */
async function lockNode(tx: Tx, project: ProjectRow, id: string, version?: number): Promise<NodeRow> {
  const node = await lockRecord(tx, nodes, id, version ?? null, () => presentOne(presentDetails)(tx, project));
  if (node.projectId !== project.id) throw commonErrors.notFound();
  return node;
}

/** Saves one node and answers whether it begins with that. */
async function changeNode(tx: Tx, project: ProjectRow, node: NodeRow, change: ChangedNode): Promise<boolean> {
  const { id: _id, version: _version, ...values } = change;
  nodeStates.next(node.state, "edit");
  if (values.predecessorCodes) projectStates.next(project.state, "compose");
  const { planStart = node.planStart, planEnd = node.planEnd, progress = node.progress } = values;
  const isMoving = progress !== node.progress;
  if (isMoving) projectStates.next(project.state, "work");
  const begins = isMoving && node.state === "NOT_STARTED";
  const begun = begins ? { state: nodeStates.next(node.state, "begin"), actualStart: dayOf(tx.now) } : {};
  await changeRecord(tx, nodes, node, { ...values, ...begun, durationDays: durationOf({ planStart, planEnd }) });
  return begins;
}

function durationOf({ planStart, planEnd }: Pick<NodeRow, "planStart" | "planEnd">): number {
  if (planEnd < planStart) throw projectErrors.nodeDays();
  return daysApart(planStart, planEnd) + 1;
}

/** A node begins when all before it are finished (ST-R20). */
function requireFree(node: NodeRow, planned: readonly NodeRow[]): void {
  const names = undoneBefore(node, planned).map(({ name }) => name);
  if (names.length > 0) throw projectErrors.predUndone({ names: names.join("、") });
}
