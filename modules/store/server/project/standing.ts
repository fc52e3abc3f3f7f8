import { dayOf } from "@ops/platform/contract";
import { changeRecord, keepApproval, lockRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type projectStates, standingOf, projectStates as states } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { type NodeRow, type ProjectRow, projects } from "./tables.ts";

export const REBASELINE = { kind: "store.rebaseline" } as const;

export function nodesOf(tx: Tx, projectId: string): Promise<NodeRow[]> {
  return findRows(tx, "projectNode", { projectId }, "sort", "code");
}

/** Locks a project, as every change of it or of its parts does first, and refuses one whose state does not allow this. */
export async function lockProject(
  tx: Tx,
  id: string,
  move: keyof (typeof projectStates)["moves"],
): Promise<ProjectRow> {
  const project = await lockRecord(tx, projects, id, null);
  states.next(project.state, move);
  return project;
}

type Standing = Pick<ProjectRow, "progress" | "plannedProgress" | "forecastOpenDate" | "risk" | "stage">;
const notStarted: Standing = { progress: 0, plannedProgress: 0, forecastOpenDate: null, risk: "NORMAL", stage: null };

/** Computes how a project stands today and keeps the forecast of its nodes, which is no change of them (ST-R21…R23). */
export async function settleNodes(
  tx: Tx,
  project: Pick<ProjectRow, "id" | "state" | "baselineOpenDate">,
): Promise<Standing> {
  if (project.state === "DRAFT") return notStarted;
  const nodes = await nodesOf(tx, project.id);
  const isPaused = project.state === "PAUSED";
  const { ends, slip: _slip, ...standing } = standingOf(nodes, { ...project, isPaused }, dayOf(tx.now));
  const forecasts = nodes.map(({ code }) => ends.get(code) ?? null);
  await sql`update project_node set forecast_end = f.day
    from unnest(${nodes.map(({ id }) => id)}::uuid[], ${forecasts}::date[]) as f (id, day)
    where project_node.id = f.id and forecast_end is distinct from f.day`.execute(tx.kysely);
  return standing;
}

type Changes = Partial<Omit<ProjectRow, "id" | "version" | "createdAt" | "createdBy" | "updatedAt" | "updatedBy">>;

/** Saves a locked project with what follows from its nodes. A new baseline that waits is decided on as it then stands. */
export async function saveProject(tx: Tx, project: ProjectRow, changes: Changes = {}): Promise<ProjectRow> {
  const standing = await settleNodes(tx, { ...project, ...changes });
  const saved = await changeRecord(tx, projects, project, { ...changes, ...standing });
  if (saved.rebaselineOpenDate !== null) await keepApproval(tx, REBASELINE, saved);
  return saved;
}
