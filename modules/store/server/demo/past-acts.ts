import { personNames } from "@ops/authority/server";
import type { WriteEndpoint } from "@ops/platform/contract";
import { demoId, insertPastAudits, makeAuditMonths, type PastAudit, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type CertRow, certTable } from "../certification/tables.ts";
import { findRows } from "../database.ts";
import { type FeedbackRow, type InterviewRow, interviewTable } from "../interview/tables.ts";
import { type NodeRow, type ProjectRow, projects } from "../project/tables.ts";
import { PEOPLE_OPERATOR, TRAINING_MANAGER } from "./accounts.ts";
import { VERIFIER } from "./project/load.ts";
import { momentOn } from "./stamp.ts";

/** One line in the log of a record. */
interface Act {
  readonly endpoint: WriteEndpoint;
  readonly table: string;
  readonly bizId: string;
  readonly bizNo?: string;
  readonly at: Date;
  readonly by: string;
  readonly moved?: readonly [before: string, after: string];
  readonly summary?: string;
  readonly reason?: string | null;
}

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
  const first = Math.min(...acts.map(({ at }) => at.getTime()));
  await makeAuditMonths(tx, new Date(first));
  const names = await personNames(tx, [...new Set(acts.map(({ by }) => by))]);
  await insertPastAudits(
    tx,
    acts.map((act, n) => auditOf(act, n, names.get(act.by) ?? "系统")),
  );
}

function actsOfProject(tx: Tx, project: ProjectRow, nodes: readonly NodeRow[]): Act[] {
  const { id, projectNo, state, createdAt, createdBy, planStart, managerUserId, pausedOn, stateReason } = project;
  const about = { table: projects.name, bizId: id, bizNo: projectNo };
  const manager = managerUserId ?? createdBy;
  const { states } = contract.projectStates;
  const acts: Act[] = [{ ...about, endpoint: contract.createProject, at: createdAt, by: createdBy }];
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

function actsOfInterview(tx: Tx, interview: InterviewRow, feedback: readonly FeedbackRow[]): Act[] {
  const { id, state, createdAt, createdBy, startAt, decisionNote } = interview;
  const about = { table: interviewTable.name, bizId: id };
  const { states } = contract.interviewStates;
  const acts: Act[] = [{ ...about, endpoint: contract.arrangeInterview, at: createdAt, by: createdBy }];
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
function actsOfCertificate(tx: Tx, { id, state, createdAt, createdBy, certifiedOn }: CertRow): Act[] {
  const about = { table: certTable.name, bizId: id };
  const { DOING, REVIEW, CERTIFIED } = contract.certStates.states;
  if (certifiedOn === null && state !== "REVIEW") return [];
  const submitted = { endpoint: contract.submitCertification, at: createdAt, by: createdBy } as const;
  const acts: Act[] = [{ ...about, ...submitted, moved: [DOING, REVIEW] }];
  if (certifiedOn !== null) {
    const reviewed = { at: momentOn(tx, certifiedOn, REVIEWED_AT), by: TRAINING_MANAGER };
    acts.push({ ...about, ...reviewed, endpoint: contract.reviewCertification, moved: [REVIEW, CERTIFIED] });
  }
  return acts;
}

function auditOf(act: Act, n: number, actorName: string): PastAudit {
  const { endpoint, table: bizType, bizId, bizNo = null, at, by, moved, summary = null, reason = null } = act;
  const about = { bizType, bizId };
  return {
    ...about,
    id: demoId(`store-audit:${n}`),
    traceId: demoId(`store-trace:${n}`),
    occurredAt: at,
    actorId: by,
    actorName,
    actorOrgId: "",
    ip: `10.30.${n % 40}.${10 + (n % 200)}`,
    action: `${endpoint.method} ${endpoint.path}`,
    actionName: endpoint.audit,
    module: "store",
    source: "WEB",
    result: "SUCCESS",
    bizNo,
    summary,
    diffs: moved ? [{ ...about, field: "state", label: "状态", before: moved[0], after: moved[1] }] : [],
    reason,
  };
}
