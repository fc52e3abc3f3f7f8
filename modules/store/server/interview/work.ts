import { changeRecord, type Tx, type WorkInHand } from "@ops/platform/server";
import { sql } from "kysely";
import { type InterviewRow, interviewTable } from "./tables.ts";

const openOf = (userId: string) =>
  sql`from interview where state in ('PLANNED', 'TO_RATE') and interviewer_ids @> array[${userId}]::uuid[]`;

/** 待面试 of a person: interviews to which the person is invited. Who takes over takes the chair too. */
export const interviewWork: WorkInHand = {
  kind: "store.interview",
  label: "待面试",
  countOf: async (tx, { kind, id }) => (kind === "person" ? countOpen(tx, id) : 0),
  handOver: async (tx, from, to) => (from.kind === "person" ? handOver(tx, from.id, to.id) : 0),
};

async function countOpen(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${openOf(userId)}`.execute(tx.kysely);
  return rows[0]?.n ?? 0;
}

async function handOver(tx: Tx, from: string, to: string): Promise<number> {
  const { rows } = await sql<InterviewRow>`select * ${openOf(from)} order by id for update`.execute(tx.kysely);
  for (const interview of rows) {
    const interviewerIds = [...new Set(interview.interviewerIds.map((id) => (id === from ? to : id)))];
    const chairUserId = interview.chairUserId === from ? to : interview.chairUserId;
    await changeRecord(tx, interviewTable, interview, { interviewerIds, chairUserId });
  }
  return rows.length;
}
