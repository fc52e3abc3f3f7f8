import { dayOf, daysApart } from "@ops/platform/contract";
import { decideApproval, lockRecord, presentOne, startApproval, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { projectErrors, projectStates } from "../../contract/index.ts";
import { requireInside, setBaseline, shiftNodes } from "./plan-nodes.ts";
import { presentDetails } from "./present.ts";
import { rebaselineFlow } from "./rebaseline-flow.ts";
import { nodesOf, saveProject } from "./standing.ts";
import { type ProjectRow, projects } from "./tables.ts";

const present = presentOne(presentDetails);

export const rebaselineProject = writes(contract.rebaselineProject, async (tx, { params, body }) => {
  const { planOpenDate, reason, version } = body;
  const project = await lockRecord(tx, projects, params.id, version, present);
  projectStates.next(project.state, "rebaseline");
  if (project.rebaselineOpenDate !== null) throw projectErrors.rebaselinePending();
  if (planOpenDate < dayOf(tx.now)) throw projectErrors.rebaselineDay(undefined, { field: "planOpenDate" });
  tx.trail.reason = reason;
  const asked = { rebaselineOpenDate: planOpenDate, rebaselineReason: reason };
  const waiting = await saveProject(tx, project, asked);
  await startApproval(tx, rebaselineFlow, {
    bizId: waiting.id,
    bizNo: waiting.projectNo,
    version: waiting.version,
    orgId: waiting.orgId,
    title: waiting.name,
    facts: { name: waiting.name, from: waiting.baselineOpenDate ?? "", to: planOpenDate, reason },
  });
  return present(tx, waiting);
});

export const decideRebaseline = writes(
  contract.decideRebaseline,
  async (tx, { params, body: { verdict, note, version } }) => {
    const project = await lockRecord(tx, projects, params.id, version, present);
    if (project.rebaselineOpenDate === null) throw projectErrors.rebaselineNone();
    await decideApproval(tx, rebaselineFlow, { bizId: project.id, version, verdict, note });
    const over = { rebaselineOpenDate: null, rebaselineReason: null };
    const changes = verdict === "APPROVE" ? await takeBaseline(tx, project, project.rebaselineOpenDate) : {};
    return present(tx, await saveProject(tx, project, { ...over, ...changes }));
  },
);

/** Moves the plan to the new opening day and makes it the next baseline. */
async function takeBaseline(tx: Tx, project: ProjectRow, openDate: string) {
  await shiftNodes(tx, project.id, daysApart(project.planOpenDate, openDate));
  requireInside({ ...project, planOpenDate: openDate }, await nodesOf(tx, project.id));
  const ver = project.baselineVer + 1;
  await setBaseline(tx, project.id, { ver, openDate, reason: project.rebaselineReason });
  return { planOpenDate: openDate, baselineOpenDate: openDate, baselineVer: ver };
}
