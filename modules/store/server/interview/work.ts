import { changeRecord, inScope, insertPastAudits, jobAudit, type Tx, type WorkInHand } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { settle } from "./settle.ts";
import { type InterviewRow, interviewTable } from "./tables.ts";
import { tellInterviewers } from "./timers.ts";

const openOf = (userId: string) =>
  sql`from interview where state in ('PLANNED', 'TO_RATE') and interviewer_ids @> array[${userId}]::uuid[]`;

/** 待面试 of a person: interviews to which the person is invited. Who takes over takes the chair too. */
export const interviewWork: WorkInHand = {
  kind: "store.interview",
  label: "待面试",
  countOf: async (tx, { kind, id }) => (kind === "person" ? countOpen(tx, id) : 0),
  beyondOf: async (tx, { kind, id }) => {
    const isBeyond = sql<boolean>`not ${inScope(tx, interviewTable)}`;
    return { count: kind === "person" ? await countOpen(tx, id, isBeyond) : 0, blocking: 0 };
  },
  handOver: async (tx, from, to) => (from.kind === "person" ? handOver(tx, from.id, to.id) : 0),
};

async function countOpen(tx: Tx, userId: string, where: RawBuilder<boolean> = sql`true`): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${openOf(userId)} and ${where}`.execute(
    tx.kysely,
  );
  return rows[0]?.n ?? 0;
}

async function handOver(tx: Tx, from: string, to: string): Promise<number> {
  const { rows } = await sql<InterviewRow>`
    select * ${openOf(from)} and ${inScope(tx, interviewTable)} order by id for update`.execute(tx.kysely);
  for (const interview of rows) {
    const isNew = !interview.interviewerIds.includes(to);
    const interviewerIds = [...new Set(interview.interviewerIds.map((id) => (id === from ? to : id)))];
    const chairUserId = interview.chairUserId === from ? to : interview.chairUserId;
    const handed = await changeRecord(tx, interviewTable, interview, { interviewerIds, chairUserId });
    await note(tx, interview, handed);
    const settled = await settle(tx, handed);
    if (isNew) await tellTaker(tx, settled, to);
  }
  return rows.length;
}

/** Tells whoever takes over about the interview, or that it waits for the feedback. */
async function tellTaker(tx: Tx, interview: InterviewRow, to: string): Promise<void> {
  const { state } = interview;
  if (state === "PLANNED") await tellInterviewers(tx, interview, [to], { title: "面试安排", about: "ARRANGED" });
  if (state === "TO_RATE") await tellInterviewers(tx, interview, [to], { title: "面试待评价", about: "RATE" });
}

/** Writes the entry in the log of the interview here, because no call is about it (ST-R30). */
async function note(tx: Tx, before: InterviewRow, after: InterviewRow): Promise<void> {
  const about = { bizType: interviewTable.name, bizId: before.id };
  const names = async (ids: readonly string[]) => (await Promise.all(ids.map((id) => tx.personName(id)))).join("、");
  const diffs = [];
  for (const [field, label, of] of handedFields) {
    const [from, to] = [await names(of(before)), await names(of(after))];
    if (from !== to) diffs.push({ ...about, field, label, before: from, after: to });
  }
  const told = { action: "store.handOverInterview", actionName: "移交面试", summary: `移交第${before.roundNo}轮面试` };
  await insertPastAudits(tx, [{ ...jobAudit(tx, "store"), ...about, ...told, bizNo: null, diffs }]);
}

const handedFields = [
  ["interviewerIds", "面试官", ({ interviewerIds }: InterviewRow) => interviewerIds],
  ["chairUserId", "主面试官", ({ chairUserId }: InterviewRow) => [chairUserId]],
] as const;
