import { addDays } from "@ops/platform/contract";
import { changeRecord, lockRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { isInside, isUnfinished, projectErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { nodesOf } from "./standing.ts";
import { type NodeRow, nodes, type ProjectRow } from "./tables.ts";

/** Refuses nodes to come that lie outside of their project (ST-R18). */
export function requireInside(
  project: Pick<ProjectRow, "planStart" | "planOpenDate">,
  planned: readonly Pick<NodeRow, "planStart" | "planEnd" | "state">[],
): void {
  if (planned.some((node) => isUnfinished(node) && !isInside(node, project))) throw projectErrors.nodeDate();
}

/** Moves the plan of all unfinished nodes by so many days; the baseline stays (ST-R29). */
export async function shiftNodes(tx: Tx, projectId: string, days: number): Promise<void> {
  if (days === 0) return;
  for (const { id } of (await nodesOf(tx, projectId)).filter(isUnfinished)) {
    const node = await lockRecord(tx, nodes, id, null);
    const [planStart, planEnd] = [addDays(node.planStart, days), addDays(node.planEnd, days)];
    await changeRecord(tx, nodes, node, { planStart, planEnd });
  }
}

interface NewBaseline {
  readonly ver: number;
  readonly openDate: string;
  readonly reason: string | null;
}

/** Makes the present plan the baseline and keeps it beside the former ones. */
export async function setBaseline(tx: Tx, projectId: string, { ver, openDate, reason }: NewBaseline): Promise<void> {
  await sql`update project_node set baseline_start = plan_start, baseline_end = plan_end
    where project_id = ${projectId}`.execute(tx.kysely);
  const planned = (await nodesOf(tx, projectId)).map(({ code, planStart, planEnd }) => {
    return { code, start: planStart, end: planEnd };
  });
  await db(tx)
    .insertInto("projectBaseline")
    .values({
      projectId,
      ver,
      openDate,
      nodes: JSON.stringify(planned),
      reason,
      setAt: tx.now,
      setBy: tx.actor.userId,
    })
    .execute();
}
