import { addDays, dayOf, daysApart } from "@ops/platform/contract";
import { acting, changeRecord, type Tx, withdrawApproval } from "@ops/platform/server";
import { isUnfinished, nodeStates, projectActs, projectErrors } from "../../contract/index.ts";
import { requireSoundNodes } from "../project-template/valid.ts";
import { requireInside, setBaseline, shiftNodes } from "./plan-nodes.ts";
import { presentDetails } from "./present.ts";
import { nodesOf, REBASELINE, settleNodes } from "./standing.ts";
import { nodes, type ProjectRow, projects } from "./tables.ts";

export const projectActing = acting(projectActs, projects, {
  present: presentDetails,
  reasonIn: "stateReason",
  on: {
    /** The plan of the first day is the first baseline. */
    start: async (tx, project) => {
      if (project.managerUserId === null) throw projectErrors.projectManager();
      const planned = await nodesOf(tx, project.id);
      const unowned = planned.filter(({ ownerUserId }) => ownerUserId === null).map(({ name }) => name);
      if (unowned.length > 0) throw projectErrors.projectOwner({ names: unowned.join("、") });
      requireSoundNodes(planned);
      requireInside(project, planned);
      const baseline = { baselineVer: 1, baselineOpenDate: project.planOpenDate };
      await setBaseline(tx, project.id, { ver: 1, openDate: project.planOpenDate, reason: null });
      return { ...baseline, ...(await settleNodes(tx, { ...project, ...baseline, state: "RUNNING" })) };
    },
    pause: async (tx, project) => {
      if (project.rebaselineOpenDate !== null) throw projectErrors.rebaselinePending();
      return { pausedOn: dayOf(tx.now), ...(await settleNodes(tx, { ...project, state: "PAUSED" })) };
    },
    /** The days of the pause are added to the plan, or they are not (ST-R29). */
    resume: async (tx, project, { isShifting }) => {
      const days = isShifting && project.pausedOn ? daysApart(project.pausedOn, dayOf(tx.now)) : 0;
      await shiftNodes(tx, project.id, days);
      const planOpenDate = addDays(project.planOpenDate, days);
      return { planOpenDate, pausedOn: null, ...(await settleNodes(tx, { ...project, state: "RUNNING" })) };
    },
    terminate: async (tx, project) => {
      await withdrawApproval(tx, REBASELINE, project.id);
      await cancelNodes(tx, project);
      return { pausedOn: null, rebaselineOpenDate: null, rebaselineReason: null };
    },
  },
});

async function cancelNodes(tx: Tx, { id }: ProjectRow): Promise<void> {
  for (const node of (await nodesOf(tx, id)).filter(isUnfinished)) {
    await changeRecord(tx, nodes, node, { state: nodeStates.next(node.state, "cancel") });
  }
}
