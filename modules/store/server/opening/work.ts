import type { Tx, WorkInHand } from "@ops/platform/server";
import { sql } from "kysely";

/**
 * 在岗人员 of a store: people who work there, who will join it and who will be transferred to it. They stop its closing.
 * Organisations of stores are never merged, so nothing is handed over.
 */
export const peopleInHand: WorkInHand = {
  kind: "store.staff",
  label: "在岗人员",
  countOf: async (tx, { kind, id }) => (kind === "organization" ? countPeople(tx, id) : 0),
  handOver: async () => 0,
};

async function countPeople(tx: Tx, storeId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select (
      (select count(*) from store_staff where store_id = ${storeId}
        and state in ('TO_JOIN', 'TRAINING', 'IN_POST', 'MOVING', 'LEAVING'))
      + (select count(*) from store_movement where to_store_id = ${storeId} and from_store_id <> ${storeId}
        and state in ('WAITING', 'APPROVED', 'RUNNING', 'FAILED')))::int as n`.execute(tx.kysely);
  return rows[0]?.n ?? 0;
}
