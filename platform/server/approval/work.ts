import { approvalErrors } from "@ops/platform/contract";
import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import type { Holder, WorkInHand } from "../work-in-hand.ts";
import { askAgain, askedFor, placeLevel } from "./asked.ts";
import { flowOf } from "./flow.ts";
import { type ApprovalRow, lockById } from "./rows.ts";

/** Finds the open levels that only this person is asked to decide, or the requests of an organisation and its levels. */
async function heldBy(tx: Tx, { kind, id }: Holder): Promise<string[]> {
  const known = [...tx.approvals.flows.keys()];
  const held = kind === "person" ? sql`asked = array[${id}::uuid]` : sql`${id}::uuid in (org_id, level_org_id)`;
  const { rows } = await sql<{ id: string }>`select id from approval where state = 'OPEN' and ${held}
    and flow = any(${known}::text[]) order by id`.execute(tx.kysely);
  return rows.map((row) => row.id);
}

const mayTake = async (tx: Tx, row: ApprovalRow, to: string) =>
  (await askedFor(tx, { ...row, handedTo: to })).includes(to);

async function handToPerson(tx: Tx, row: ApprovalRow, to: string): Promise<boolean> {
  if (!(await mayTake(tx, row, to))) return false;
  await askAgain(tx, row, { handedTo: to });
  return true;
}

/** The request stands where its organisation is now, and so do its levels. */
async function moveToOrganization(tx: Tx, row: ApprovalRow, from: string, to: string): Promise<true> {
  const orgId = row.orgId === from ? to : row.orgId;
  const placed = await placeLevel(tx, flowOf(tx, row.flow), { ...row, orgId }, row.levelNo);
  await askAgain(tx, row, { orgId, ...placed });
  return true;
}

/**
 * 待审批: a person who leaves hands the open levels over to somebody who may decide them (PF-R115). The requests of a merged
 * organisation go to the target, where the open level is placed anew.
 */
export const approvalWork: WorkInHand = {
  kind: "platform.approval",
  label: "待审批",
  follows: true,
  countOf: async (tx, holder) => (await heldBy(tx, holder)).length,
  checkTaker: async (tx, from, to) => {
    if (to.kind === "organization") return;
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
      if (!row) continue;
      const isMoved =
        to.kind === "person" ? await handToPerson(tx, row, to.id) : await moveToOrganization(tx, row, from.id, to.id);
      if (isMoved) count++;
    }
    return count;
  },
};
