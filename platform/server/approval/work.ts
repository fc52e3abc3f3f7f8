import { approvalErrors } from "@ops/platform/contract";
import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import type { Holder, WorkInHand } from "../work-in-hand.ts";
import { askedFor, tellAsked } from "./asked.ts";
import { flowOf } from "./flow.ts";
import { type ApprovalRow, changeApproval, lockById } from "./rows.ts";

/** Finds the open levels that only this person is asked to decide. */
async function heldBy(tx: Tx, { kind, id }: Holder): Promise<string[]> {
  if (kind !== "person") return [];
  const known = [...tx.approvals.flows.keys()];
  const { rows } = await sql<{ id: string }>`select id from approval where state = 'OPEN' and asked = array[${id}::uuid]
    and flow = any(${known}::text[]) order by id`.execute(tx.kysely);
  return rows.map((row) => row.id);
}

const mayTake = async (tx: Tx, row: ApprovalRow, to: string) =>
  (await askedFor(tx, { ...row, handedTo: to })).join() === to;

/** 待审批: a person who leaves hands the open levels over to somebody who may decide them (PF-R115). */
export const approvalWork: WorkInHand = {
  kind: "platform.approval",
  label: "待审批",
  countOf: async (tx, holder) => (await heldBy(tx, holder)).length,
  checkTaker: async (tx, from, to) => {
    const refused = new Set<string>();
    for (const id of await heldBy(tx, from)) {
      const row = await lockById(tx, id);
      if (row && !(await mayTake(tx, row, to.id))) refused.add(flowOf(tx, row.flow).label);
    }
    if (refused.size === 0) return;
    throw approvalErrors.taker({ name: await tx.personName(to.id), list: [...refused].join("、") });
  },
  handOver: async (tx, from, to) => {
    let count = 0;
    for (const id of await heldBy(tx, from)) {
      const row = await lockById(tx, id);
      if (!row || !(await mayTake(tx, row, to.id))) continue;
      const handed = await changeApproval(tx, row, { handedTo: to.id, asked: [to.id] });
      await tellAsked(tx, handed);
      count++;
    }
    return count;
  },
};
