import { dayOf } from "@ops/platform/contract";
import {
  acting,
  changeRecord,
  isSelf,
  lockRecord,
  presentOne,
  requireRecord,
  type Tx,
  writes,
} from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { nodeActs, nodeStates, projectErrors, projectStates } from "../../contract/index.ts";
import { findRow, findRows } from "../database.ts";
import { requireTrained } from "../training/gate.ts";
import { openStoreOf } from "./open-store.ts";
import { presentNodes } from "./present.ts";
import { lockProject, saveProject } from "./standing.ts";
import { type NodeRow, nodes, type ProjectRow } from "./tables.ts";

const settle = async (tx: Tx, { projectId }: NodeRow) => saveProject(tx, await lockProject(tx, projectId, "work"));

export const nodeActing = acting(nodeActs, nodes, {
  present: presentNodes,
  /** Locks the project first, so that changes of its nodes run one after the other. */
  before: (tx, { projectId }) => lockProject(tx, projectId, "work"),
  on: {
    submit: async (tx, node, { delayReason }) => {
      const why = delayReason ?? node.delayReason;
      await requireWhole(tx, node);
      if (dayOf(tx.now) > node.planEnd && !why) throw projectErrors.nodeDelay(undefined, { field: "delayReason" });
      if (node.stage === "TRAIN") await requireTrainedStore(tx, node);
      return { progress: 100, delayReason: why };
    },
    waive: (_tx, { isMilestone }, { reason }) => {
      if (isMilestone) throw projectErrors.nodeFixed();
      return { waiveReason: reason };
    },
  },
  after: { submit: settle, waive: settle },
});

/** The training ends when the people of the store are certified (ST-R27). */
async function requireTrainedStore(tx: Tx, { projectId }: NodeRow): Promise<void> {
  const { storeId } = await lockProject(tx, projectId, "work");
  const store = storeId === null ? undefined : await findRow(tx, "store", { id: storeId });
  if (!store) throw projectErrors.projectNoStore();
  await requireTrained(tx, store);
}

/** Another person than the owner accepts a node or sends it back. With 开业 the project is done. */
export const reviewNode = writes(contract.reviewNode, async (tx, { params, body: { verdict, note, version } }) => {
  const present = presentOne(presentNodes);
  const { projectId } = await requireRecord(tx, nodes, params.id);
  const project = await lockProject(tx, projectId, "work");
  const node = await lockRecord(tx, nodes, params.id, version, present);
  const state = nodeStates.next(node.state, verdict === "ACCEPT" ? "accept" : "sendBack");
  if (isSelf(tx, node.ownerUserId)) throw projectErrors.nodeSelf();
  if (verdict === "RETURN" && !note) throw projectErrors.nodeReason(undefined, { field: "note" });
  if (note) tx.trail.reason = note;
  const actualEnd = state === "DONE" ? dayOf(tx.now) : null;
  const reviewed = await changeRecord(tx, nodes, node, { state, actualEnd });
  if (state === "DONE" && node.stage === "OPENING") await finishProject(tx, project);
  else await saveProject(tx, project);
  return present(tx, reviewed);
});

/** A new store opens in the same transaction (ST-R4). */
async function finishProject(tx: Tx, project: ProjectRow): Promise<void> {
  if (project.kind === "NEW") await openStoreOf(tx, project);
  const state = projectStates.next(project.state, "finish");
  await saveProject(tx, project, { state, actualOpenDate: dayOf(tx.now) });
}

/** Requires the pictures and the steps that a node asks for (ST-R24). */
async function requireWhole(tx: Tx, { id, evidenceMin, checklist }: NodeRow): Promise<void> {
  const open = checklist.filter(({ done }) => !done).map(({ text }) => text);
  if (open.length > 0) throw projectErrors.nodeChecklist({ names: open.join("、") });
  const photos = await findRows(tx, "projectEvidence", { nodeId: id, category: "PHOTO" });
  if (photos.length < evidenceMin) throw projectErrors.evidenceMin({ n: evidenceMin });
}
