import type { z } from "zod";
import type { Tx } from "../db/tx.ts";
import { newId } from "../secret/crypto.ts";
import { requirePerson } from "../start/self.ts";
import { db } from "../tables.ts";
import { askedFor, placeLevel } from "./asked.ts";
import { beginLevel, levelTimer } from "./due.ts";
import { type ApprovalFlow, flowOf } from "./flow.ts";
import { type ApprovalRow, changeApproval, lockOpen } from "./rows.ts";

export interface NewApproval<F extends z.ZodObject> {
  readonly bizId: string;
  readonly bizNo: string;
  /** Of the record as the approvers will see it. */
  readonly version: number;
  /** The organisation of the record: its levels are found from there. */
  readonly orgId: string;
  readonly title: string;
  readonly facts: z.input<F>;
  /** Further authors of the request, who may not decide it either. */
  readonly authors?: readonly string[];
  /** Who asks, and since when, for requests of the past; the actor now without it. */
  readonly by?: { readonly userId: string; readonly at: Date };
}

/**
 * Requests the approval of a record. Only a person can do so, because it must be known who may not decide (PF-R113,
 * PF-R114).
 */
export async function startApproval<F extends z.ZodObject>(
  tx: Tx,
  declared: ApprovalFlow<F>,
  asked: NewApproval<F>,
): Promise<void> {
  requirePerson(tx);
  const { bizId, bizNo, orgId, title } = asked;
  const { userId, at } = asked.by ?? { userId: tx.actor.userId, at: tx.now };
  const facts = declared.facts.parse(asked.facts);
  const flow = flowOf(tx, declared.kind);
  const levels = [...(declared.chain?.(tx, facts) ?? Object.keys(declared.levels))];
  const parties = [...new Set([userId, ...(asked.authors ?? [])])].toSorted();
  const request = { id: newId(), bizId, applicantId: userId, parties, orgId, levels };
  const shown = Object.entries(declared.show(facts)).map(([label, text]) => ({ label, text }));
  const [row] = await db(tx)
    .insertInto("approval")
    .values({
      ...request,
      ...(await placeLevel(tx, flow, request, 1)),
      flow: flow.kind,
      bizNo,
      bizVersion: asked.version,
      title,
      facts: JSON.stringify(shown),
      appliedAt: at,
      waitingSince: at,
    })
    .returningAll()
    .execute();
  if (row) await ask(tx, row);
}

/**
 * Withdraws the open request, if there is one: the applicant no longer wants it, or the record has changed otherwise.
 */
export async function withdrawApproval(tx: Tx, flow: { readonly kind: string }, bizId: string): Promise<void> {
  const row = await lockOpen(tx, flow, bizId);
  if (row) await endApproval(tx, row, "WITHDRAWN");
}

/**
 * Sets the version of the record that the approvers decide on. It is for changes by a decision that left the request
 * open, and for changes that leave what is asked for as it is; the module refuses others while the request is open.
 */
export async function keepApproval(
  tx: Tx,
  flow: { readonly kind: string },
  { id, version }: { readonly id: string; readonly version: number },
): Promise<void> {
  const row = await lockOpen(tx, flow, id);
  if (row) await changeApproval(tx, row, { bizVersion: version });
}

export async function endApproval(tx: Tx, row: ApprovalRow, state: Exclude<ApprovalRow["state"], "OPEN">) {
  await changeApproval(tx, row, { state, endedAt: tx.now, asked: [], dueAt: null, handedTo: null });
  await tx.clearTimer(levelTimer, row.id);
}

/** The next level begins now. */
export async function goOn(tx: Tx, row: ApprovalRow): Promise<void> {
  const placed = await placeLevel(tx, flowOf(tx, row.flow), row, row.levelNo + 1);
  await ask(tx, { ...row, ...placed, handedTo: null, waitingSince: tx.now });
}

async function ask(tx: Tx, row: ApprovalRow): Promise<void> {
  const { levelNo, levelCode, levelOrgId, isAtRecord, handedTo, waitingSince } = row;
  const placed = { levelNo, levelCode, levelOrgId, isAtRecord, handedTo, waitingSince };
  await beginLevel(tx, await changeApproval(tx, row, { ...placed, asked: await askedFor(tx, row) }));
}
