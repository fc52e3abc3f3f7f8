import { lookupPeople, lookupPositions, type PersonLook } from "@ops/authority/server";
import { findFiles, presenterOf, presentOne, refNames, type Tx } from "@ops/platform/server";
import { Staff, StaffRef, type StaffState, type staffAccounts } from "../../contract/index.ts";
import { findRoundsAhead, type RoundsAhead } from "./hooks.ts";
import { type StaffRow, staffTable } from "./tables.ts";

const nextSteps: Readonly<Partial<Record<StaffState, string>>> = {
  CANDIDATE: "安排面试",
  INTERVIEWING: "完成面试",
  TO_JOIN: "办理入职",
  TRAINING: "完成认证",
  MOVING: "等待调动生效",
  LEAVING: "等待离职生效",
};

const noRounds: RoundsAhead = { nextRound: null, isInterviewed: false };

export const presentStaffs = presenterOf(staffTable, Staff, async (tx, rows) => {
  const positions = await lookupPositions(
    tx,
    rows.map(({ positionCode }) => positionCode),
  );
  const mentors = await refNames(
    tx,
    StaffRef,
    rows.flatMap(({ mentorStaffId }) => mentorStaffId ?? []),
  );
  const people = await lookupPeople(
    tx,
    rows.flatMap(({ userId }) => userId ?? []),
  );
  const rounds = await findRoundsAhead(tx, rows);
  return (row) => ({
    ...(rounds.get(row.id) ?? noRounds),
    positionName: positions.get(row.positionCode)?.name ?? row.positionCode,
    mentorName: (row.mentorStaffId && mentors.get(row.mentorStaffId)) || null,
    account: accountOf(row, people.get(row.userId ?? "")),
    nextStep: nextStepOf(row, rounds.get(row.id) ?? noRounds),
  });
});
const presentRow = presentOne(presentStaffs);

/** A person with the files, as the page and the acts show it. Whoever may change a person may remove them. */
export async function presentStaff(tx: Tx, row: StaffRow) {
  const files = await findFiles(tx, [row.photoFileId ?? [], row.resumeFileIds].flat());
  const isThere = (id: string) => files.some((file) => file.id === id);
  return {
    ...(await presentRow(tx, row)),
    photoFileId: row.photoFileId && isThere(row.photoFileId) ? row.photoFileId : null,
    resumeFileIds: row.resumeFileIds.filter(isThere),
    files,
  };
}

export function accountOf({ userId, state }: StaffRow, person: PersonLook | undefined): keyof typeof staffAccounts {
  if (userId === null) return "NONE";
  if (state === "LEFT" || !person || person.status === "LEFT") return "CLOSED";
  return person.isUsable ? "USABLE" : "FROZEN";
}

function nextStepOf({ state, isOutOfStep, idNoHash }: StaffRow, { isInterviewed }: RoundsAhead): string | null {
  if (isOutOfStep) return "任职与人员档案不一致";
  if (state === "INTERVIEWING" && isInterviewed) return "录用";
  if (state === "IN_POST" && idNoHash === null) return "补充身份证号";
  return nextSteps[state] ?? null;
}
