import {
  changeRecord,
  findRecord,
  insertPastAudits,
  jobAudit,
  lockRecord,
  requireRecord,
  type Tx,
  type WorkInHand,
} from "@ops/platform/server";
import { findRows } from "../database.ts";
import { saveProject } from "./standing.ts";
import { nodes, projects } from "./tables.ts";

const OPEN = ["DRAFT", "RUNNING", "PAUSED"] as const;
const UNFINISHED = ["NOT_STARTED", "DOING", "SUBMITTED"] as const;

/** Projects that have not ended belong to their manager. */
const managedProjects: WorkInHand = {
  kind: "store.project",
  label: "门店项目",
  countOf: async (tx, { kind, id }) => (kind === "person" ? (await managedBy(tx, id)).length : 0),
  beyondOf: async (tx, { kind, id }) => beyond(tx, kind === "person" ? await managedBy(tx, id) : [], projects),
  handOver: async (tx, from, to) => {
    const reached = await reachedOf(tx, await managedBy(tx, from.id), projects);
    for (const id of reached) {
      const project = await lockRecord(tx, projects, id, null);
      await saveProject(tx, project, { managerUserId: to.id, managerReason: null });
      const { projectNo: bizNo } = project;
      await note(
        tx,
        { bizId: id, bizNo, summary: "移交门店项目", field: "managerUserId", label: "项目经理" },
        from,
        to,
      );
    }
    return reached.length;
  },
};

/** Nodes that are not finished belong to their owner. */
const ownedNodes: WorkInHand = {
  kind: "store.projectNode",
  label: "项目节点",
  countOf: async (tx, { kind, id }) => (kind === "person" ? (await ownedBy(tx, id)).length : 0),
  beyondOf: async (tx, { kind, id }) => beyond(tx, kind === "person" ? await ownedBy(tx, id) : [], nodes),
  handOver: async (tx, from, to) => {
    const reached = await reachedOf(tx, await ownedBy(tx, from.id), nodes);
    for (const id of reached) {
      const { projectId } = await requireRecord(tx, nodes, id);
      await lockRecord(tx, projects, projectId, null);
      const node = await lockRecord(tx, nodes, id, null);
      await changeRecord(tx, nodes, node, { ownerUserId: to.id });
      const told = { bizId: node.projectId, bizNo: node.name, summary: `移交节点${node.name}` };
      await note(tx, { ...told, field: "ownerUserId", label: "负责人" }, from, to);
    }
    return reached.length;
  },
};

export const projectWork: readonly WorkInHand[] = [managedProjects, ownedNodes];

async function managedBy(tx: Tx, managerUserId: string): Promise<string[]> {
  return (await findRows(tx, "storeProject", { managerUserId, state: OPEN }, "id")).map(({ id }) => id);
}

async function ownedBy(tx: Tx, ownerUserId: string): Promise<string[]> {
  const owned = await findRows(tx, "projectNode", { ownerUserId, state: UNFINISHED }, "projectId", "id");
  return owned.map(({ id }) => id);
}

type Owned = typeof projects | typeof nodes;

async function reachedOf(tx: Tx, ids: readonly string[], table: Owned): Promise<string[]> {
  const reached: string[] = [];
  for (const id of ids) {
    const found = table === projects ? await findRecord(tx, projects, id) : await findRecord(tx, nodes, id);
    if (found) reached.push(id);
  }
  return reached;
}

async function beyond(tx: Tx, ids: readonly string[], table: Owned) {
  return { count: ids.length - (await reachedOf(tx, ids, table)).length, blocking: 0 };
}

interface Told {
  readonly bizId: string;
  readonly bizNo: string;
  readonly summary: string;
  readonly field: string;
  readonly label: string;
}

/** Writes the audit entry of the project here, because no call about this project does so. */
async function note(
  tx: Tx,
  { bizId, bizNo, summary, field, label }: Told,
  from: { readonly id: string },
  to: { readonly id: string },
): Promise<void> {
  const about = { bizType: projects.name, bizId };
  const [before, after] = [await tx.personName(from.id), await tx.personName(to.id)];
  const diffs = [{ ...about, field, label, before, after }];
  const entry = {
    ...jobAudit(tx, "store"),
    ...about,
    bizNo,
    action: "store.handOverProject",
    actionName: "移交项目工作",
  };
  await insertPastAudits(tx, [{ ...entry, summary, diffs }]);
}
