import { changeRecord, insertRecord, lockRecord, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { interviewStates, staffStates } from "../../contract/index.ts";
import { staffTable } from "../staff/tables.ts";
import { endInterview } from "./cancel.ts";
import { requireNextRound, requirePlan } from "./checks.ts";
import { presentInterview } from "./present.ts";
import { interviewTable } from "./tables.ts";
import { setInterviewTimers, tellInterviewers } from "./timers.ts";

export const arrangeInterview = writes(contract.arrangeInterview, async (tx, { params, body }) => {
  const staff = await lockRecord(tx, staffTable, params.id, null);
  const state = staffStates.next(staff.state, "arrange");
  const round = await requireNextRound(tx, staff, body.roundNo);
  await requirePlan(tx, body);
  const { isConfirmed: _isConfirmed, ...arranged } = body;
  const interview = await insertRecord(tx, interviewTable, {
    ...arranged,
    round,
    staffId: staff.id,
    storeId: staff.storeId,
    positionCode: staff.positionCode,
  });
  if (state !== staff.state) await changeRecord(tx, staffTable, staff, { state });
  await setInterviewTimers(tx, interview);
  await tellInterviewers(tx, interview, interview.interviewerIds, { title: "面试安排", about: "ARRANGED" });
  return presentInterview(tx, interview);
});

export const editInterview = writes(contract.editInterview, async (tx, { params, body }) => {
  const { version, isConfirmed, ...arranged } = body;
  const before = await lockRecord(tx, interviewTable, params.id, version, presentInterview);
  interviewStates.next(before.state, "edit");
  await requirePlan(tx, { ...arranged, isConfirmed }, before.id);
  const interview = await changeRecord(tx, interviewTable, before, arranged);
  await setInterviewTimers(tx, interview);
  const told = [...new Set([...before.interviewerIds, ...interview.interviewerIds])];
  await tellInterviewers(tx, interview, told, { title: "面试安排有变化", about: "ARRANGED" });
  return presentInterview(tx, interview);
});

export const cancelInterview = writes(contract.cancelInterview, async (tx, { params, body }) => {
  const { version, reason, isNoShow } = body;
  const interview = await lockRecord(tx, interviewTable, params.id, version, presentInterview);
  return presentInterview(tx, await endInterview(tx, interview, isNoShow ? "miss" : "cancel", reason));
});
