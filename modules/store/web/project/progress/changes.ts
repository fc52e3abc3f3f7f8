import { addDays, daysApart } from "@ops/platform/contract";
import { type AddedNode, isUnfinished, type ProjectDetail, type ProjectNode, standingOf } from "@ops/store/contract";
import { bypass } from "../../project-template/template-draft.ts";

type Planned = Pick<ProjectDetail, "id" | "nodes" | "baselineOpenDate" | "managerUserName">;

type Typed = "ownerUserId" | "planStart" | "planEnd" | "progress" | "checklist" | "predecessorCodes";
export type NodeChange = Partial<Pick<ProjectNode, Typed>>;

/** What somebody has done to the nodes of a project and not saved yet. */
export interface Edits {
  /** By the ids of nodes, beside the nodes as they were when it was typed. */
  readonly typed: Readonly<Record<string, NodeChange>>;
  readonly bases: Readonly<Record<string, ProjectNode>>;
  readonly added: readonly AddedNode[];
  readonly removed: readonly ProjectNode[];
}

export const noEdits: Edits = { typed: {}, bases: {}, added: [], removed: [] };

export const isEdited = ({ typed, added, removed }: Edits): boolean =>
  Object.keys(typed).length + added.length + removed.length > 0;

const newId = (code: string) => `new:${code}`;

/** Keeps what was typed about a node. */
export function typeNode(edits: Edits, node: ProjectNode, change: NodeChange): Edits {
  const { id } = node;
  if (edits.added.some(({ code }) => newId(code) === id)) {
    const { progress: _, ...planned } = change;
    return { ...edits, added: edits.added.map((one) => (newId(one.code) === id ? { ...one, ...planned } : one)) };
  }
  return {
    ...edits,
    typed: { ...edits.typed, [id]: { ...edits.typed[id], ...change } },
    bases: { ...edits.bases, [id]: edits.bases[id] ?? node },
  };
}

/** Takes a node out of a draft; what waited for it waits for those before it. */
export function removeNode(edits: Edits, project: Planned, removed: ProjectNode): Edits {
  const without = <V>(of: Readonly<Record<string, V>>) =>
    Object.fromEntries(Object.entries(of).filter(([id]) => id !== removed.id));
  const isNew = edits.added.some(({ code }) => newId(code) === removed.id);
  const left: Edits = {
    typed: without(edits.typed),
    bases: without(edits.bases),
    added: edits.added.filter(({ code }) => newId(code) !== removed.id),
    removed: isNew ? edits.removed : [...edits.removed, removed],
  };
  const followers = editedNodes(project, left, "").filter(({ predecessorCodes: codes }) =>
    codes.includes(removed.code),
  );
  return followers.reduce((next, node) => {
    const base = project.nodes.find(({ id }) => id === node.id) ?? node;
    return typeNode(next, base, { predecessorCodes: bypass(node.predecessorCodes, removed) });
  }, left);
}

/** The nodes as they are when what was done is saved today. */
export function editedNodes(project: Planned, edits: Edits, today: string): ProjectNode[] {
  const left = project.nodes.filter(({ id }) => edits.removed.every((one) => one.id !== id));
  const changed = left.map((node) => {
    const change = edits.typed[node.id] ?? {};
    const { planStart = node.planStart, planEnd = node.planEnd, progress = node.progress } = change;
    const begins = node.state === "NOT_STARTED" && progress > 0;
    return {
      ...node,
      ...change,
      durationDays: daysApart(planStart, planEnd) + 1,
      ...(begins ? { state: "DOING" as const, actualStart: today } : {}),
    };
  });
  return [...changed, ...edits.added.map((node) => asNode(project, node))];
}

const untouched = {
  version: 0,
  baselineStart: null,
  baselineEnd: null,
  forecastEnd: null,
  actualStart: null,
  actualEnd: null,
  progress: 0,
  state: "NOT_STARTED",
  delayReason: null,
  waiveReason: null,
  overdueDays: 0,
  photos: 0,
  isOwn: false,
} as const;

function asNode({ id: projectId, managerUserName }: Planned, node: AddedNode): ProjectNode {
  const durationDays = daysApart(node.planStart, node.planEnd) + 1;
  return { ...untouched, ...node, id: newId(node.code), projectId, durationDays, ownerUserName: managerUserName };
}

/** Foresees the opening after saving, by the rule of the server (ST-R21). */
export function foresee(project: Planned, edits: Edits, today: string) {
  const { baselineOpenDate } = project;
  const planned = editedNodes(project, edits, today);
  const { forecastOpenDate, slip } = standingOf(planned, { baselineOpenDate, isPaused: false }, today);
  return { forecastOpenDate, slip };
}

/** Moves the plan of the chosen nodes that are not finished by so many days. */
export function shiftNodes(edits: Edits, project: Planned, chosen: readonly string[], days: number): Edits {
  return editedNodes(project, edits, "")
    .filter((node) => chosen.includes(node.id) && isUnfinished(node) && node.state !== "SUBMITTED")
    .reduce((next, { id, planStart, planEnd, ...rest }) => {
      const base = project.nodes.find((node) => node.id === id) ?? { ...rest, id, planStart, planEnd };
      return typeNode(next, base, { planStart: addDays(planStart, days), planEnd: addDays(planEnd, days) });
    }, edits);
}

/** What is sent: each change with the version of the node that it was typed over. */
export function bodyOf({ typed, bases, added, removed }: Edits) {
  const changed = Object.entries(typed).map(([id, change]) => ({ id, version: bases[id]?.version ?? 0, ...change }));
  return { changed, added: [...added], removedIds: removed.map(({ id }) => id) };
}
