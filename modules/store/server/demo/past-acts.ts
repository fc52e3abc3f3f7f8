import { personNames } from "@ops/authority/server";
import { insertPastActs, type PastAct, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type CertRow, certTable } from "../certification/tables.ts";
import { findRows } from "../database.ts";
import { type FeedbackRow, type InterviewRow, interviewTable } from "../interview/tables.ts";
import { type NodeRow, type ProjectRow, projects } from "../project/tables.ts";
import { PEOPLE_OPERATOR, TRAINING_MANAGER } from "./accounts.ts";
import { VERIFIER } from "./project/load.ts";
import { momentOn } from "./stamp.ts";

const REVIEWED_AT = 15;

/** Loads the logs of projects, interviews and certificates since they were made. */
export async function loadPastActs(tx: Tx): Promise<void> {
  const nodes = Map.groupBy(await findRows(tx, "projectNode", {}), ({ projectId }) => projectId);
  const feedback = Map.groupBy(
    await findRows(tx, "interviewFeedback", {}, "createdAt", "id"),
    ({ interviewId }) => interviewId,
  );
  const acts = [
    ...(await findRows(tx, "storeProject", {}, "projectNo")).flatMap((one) =>
      actsOfProject(tx, one, nodes.get(one.id) ?? []),
    ),
    ...(await findRows(tx, "interview", {}, "startAt", "id")).flatMap((one) =>
      actsOfInterview(tx, one, feedback.get(one.id) ?? []),
    ),
    ...(await findRows(tx, "certification", {}, "createdAt", "id")).flatMap((one) => actsOfCertificate(tx, one)),
  ];
  await insertPastActs(tx, "store", acts, personNames);
}

function actsOfProject(tx: Tx, project: ProjectRow, nodes: readonly NodeRow[]): PastAct[] {
  const { id, projectNo, state, createdAt, createdBy, planStart, managerUserId, pausedOn, stateReason } = project;
  const about = { table: projects.name, bizId: id, bizNo: projectNo };
  const manager = managerUserId ?? createdBy;
  const { states } = contract.projectStates;
  const acts: PastAct[] = [{ ...about, endpoint: contract.createProject, at: createdAt, by: createdBy }];
  if (state === "DRAFT") return acts;
  const started = { at: momentOn(tx, planStart, REVIEWED_AT), by: manager };
  acts.push({ ...about, ...started, endpoint: contract.startProject, moved: [states.DRAFT, states.RUNNING] });
  for (const { name, actualEnd } of nodes) {
    if (actualEnd === null) continue;
    const reviewed = { at: momentOn(tx, actualEnd, REVIEWED_AT), by: VERIFIER, summary: name };
    const { SUBMITTED, DONE } = contract.nodeStates.states;
    acts.push({ ...about, ...reviewed, endpoint: contract.reviewNode, moved: [SUBMITTED, DONE] });
  }
  const lastDay = nodes
    .map(({ actualEnd, actualStart }) => actualEnd ?? actualStart ?? planStart)
    .toSorted()
    .at(-1);
  const stopped = { at: momentOn(tx, pausedOn ?? lastDay ?? planStart, 18), by: manager, reason: stateReason };
  if (state === "PAUSED") {
    acts.push({ ...about, ...stopped, endpoint: contract.pauseProject, moved: [states.RUNNING, states.PAUSED] });
  }
  if (state === "TERMINATED") {
    const moved = [states.RUNNING, states.TERMINATED] as const;
    acts.push({ ...about, ...stopped, endpoint: contract.terminateProject, moved });
  }
  return acts;
}

function actsOfInterview(tx: Tx, interview: InterviewRow, feedback: readonly FeedbackRow[]): PastAct[] {
  const { id, state, createdAt, createdBy, startAt, decisionNote } = interview;
  const about = { table: interviewTable.name, bizId: id };
  const { states } = contract.interviewStates;
  const acts: PastAct[] = [{ ...about, endpoint: contract.arrangeInterview, at: createdAt, by: createdBy }];
  for (const { createdAt: at, userId: by } of feedback) {
    acts.push({ ...about, endpoint: contract.rateInterview, at, by });
  }
  const last = acts.at(-1);
  if (last && (state === "PASSED" || state === "FAILED")) {
    acts[acts.length - 1] = { ...last, moved: [states.TO_RATE, states[state]] };
  }
  if (state === "CANCELLED" || state === "NO_SHOW") {
    const at = new Date(Math.min(tx.now.getTime(), startAt.getTime()));
    const moved = [states.PLANNED, states[state]] as const;
    acts.push({ ...about, endpoint: contract.cancelInterview, at, by: PEOPLE_OPERATOR, moved, reason: decisionNote });
  }
  return acts;
}

/** A certificate is opened by the system, so its log begins with the request for the review. */
function actsOfCertificate(tx: Tx, { id, state, createdAt, createdBy, certifiedOn }: CertRow): PastAct[] {
  const about = { table: certTable.name, bizId: id };
  const { DOING, REVIEW, CERTIFIED } = contract.certStates.states;
  if (certifiedOn === null && state !== "REVIEW") return [];
  const submitted = { endpoint: contract.submitCertification, at: createdAt, by: createdBy } as const;
  const acts: PastAct[] = [{ ...about, ...submitted, moved: [DOING, REVIEW] }];
  if (certifiedOn !== null) {
    const reviewed = { at: momentOn(tx, certifiedOn, REVIEWED_AT), by: TRAINING_MANAGER };
    acts.push({ ...about, ...reviewed, endpoint: contract.reviewCertification, moved: [REVIEW, CERTIFIED] });
  }
  return acts;
}
