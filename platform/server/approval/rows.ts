import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import { db } from "../tables.ts";

/** A request as it is stored. */
export type ApprovalRow = Awaited<ReturnType<typeof findOpen>>[number];

function findOpen(tx: Tx) {
  return db(tx).selectFrom("approval").selectAll().where("state", "=", "OPEN").execute();
}

/** The open request about a record, locked until the transaction ends. */
export async function lockOpen(tx: Tx, flow: { readonly kind: string }, bizId: string): Promise<ApprovalRow | null> {
  const found = await db(tx)
    .selectFrom("approval")
    .selectAll()
    .where("flow", "=", flow.kind)
    .where("bizId", "=", bizId)
    .where("state", "=", "OPEN")
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

export async function lockById(tx: Tx, id: string): Promise<ApprovalRow | null> {
  const found = await db(tx).selectFrom("approval").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return found && found.state === "OPEN" ? found : null;
}

type Changes = Partial<Omit<ApprovalRow, "id" | "flow" | "bizId" | "facts">>;

/** Changes a request. Cards and lists that count requests are updated after the commit. */
export async function changeApproval(tx: Tx, row: ApprovalRow, changes: Changes): Promise<ApprovalRow> {
  tx.trail.tables.add("approval");
  await db(tx).updateTable("approval").set(changes).where("id", "=", row.id).execute();
  return { ...row, ...changes };
}

/**
 * Of decisions `d` and delegations `l`: the approvals were lent to the person who decided when the decision was made. A
 * delegation may begin on a day that has begun already, so its days alone do not tell whether it was there by then.
 */
export const lentThen = sql<boolean>`l.taker_id = d.decided_by and l.created_at <= d.decided_at
  and (d.decided_at at time zone 'Asia/Shanghai')::date between l.starts_on and l.ends_on
  and (l.ended_at is null or l.ended_at > d.decided_at)`;

/** Finds the people who decided a level, and those who had lent them their approvals then: they count as one (PF-R114). */
export async function decidersOf(tx: Tx, { id }: Pick<ApprovalRow, "id">): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select d.decided_by as "userId" from approval_decision d where d.approval_id = ${id}
    union select l.giver_id from approval_decision d join approval_delegation l on ${lentThen}
      where d.approval_id = ${id}`.execute(tx.kysely);
  return rows.map(({ userId }) => userId);
}

/** Finds those for whom a decision was made. Nodes of the release before note the first of them alone. */
export function othersOf(made: { readonly decidedFor: string[]; readonly onBehalfOf: string | null }): string[] {
  return made.decidedFor.length > 0 || made.onBehalfOf === null ? made.decidedFor : [made.onBehalfOf];
}
