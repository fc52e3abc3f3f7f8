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

export interface Decision {
  readonly levelNo: number;
  readonly decidedBy: string;
  readonly onBehalfOf: string | null;
}

export function decisionsOf(tx: Tx, { id }: Pick<ApprovalRow, "id">): Promise<Decision[]> {
  return db(tx)
    .selectFrom("approvalDecision")
    .select(["levelNo", "decidedBy", "onBehalfOf"])
    .where("approvalId", "=", id)
    .orderBy("levelNo")
    .execute();
}
