import { type ApprovalState, type ApprovalVerdict, approvalErrors, commonErrors } from "@ops/platform/contract";
import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import { notify } from "../notice/notify.ts";
import { selvesOf } from "../start/self.ts";
import { db } from "../tables.ts";
import { decidedFor, giversOf, readersOf, recordAddress } from "./asked.ts";
import { type ApprovalFlow, codesOf, flowOf, levelAt } from "./flow.ts";
import { isReached } from "./reach.ts";
import { endApproval, goOn } from "./request.ts";
import { type ApprovalRow, decidersOf, lockOpen } from "./rows.ts";

interface Deciding {
  readonly bizId: string;
  /** The present version of the record, which the caller has locked. */
  readonly version: number;
  readonly verdict: ApprovalVerdict;
  readonly note?: string | undefined;
}

interface Outcome {
  /** OPEN while further levels wait: the module then saves the record in its state and calls `keepApproval` with the new version. */
  readonly state: ApprovalState;
  /** The level that was decided. */
  readonly level: string;
}

const endStates = { APPROVE: "APPROVED", REJECT: "REJECTED", RETURN: "RETURNED" } as const;

/** Decides the open level of a request; called by the module's own deciding call, which has locked the record (PF-R113). */
export async function decideApproval(
  tx: Tx,
  { kind }: { readonly kind: string },
  { bizId, version, verdict, note = "" }: Deciding,
): Promise<Outcome> {
  const flow = flowOf(tx, kind);
  const row = await lockOpen(tx, flow, bizId);
  if (!row || row.bizVersion !== version) throw approvalErrors.changed();
  await requireOther(tx, row);
  await requireReached(tx, flow, row);
  const level = levelAt(flow, row.levels, row.levelNo);
  const givers = await decidedFor(tx, row);
  await db(tx)
    .insertInto("approvalDecision")
    .values({
      approvalId: row.id,
      levelNo: row.levelNo,
      levelKey: level.key,
      verdict,
      note,
      decidedBy: tx.actor.userId,
      onBehalfOf: givers[0] ?? null, // what nodes of the release before read
      decidedFor: givers,
      waitingSince: row.waitingSince,
      decidedAt: tx.now,
    })
    .execute();
  if (verdict === "APPROVE" && row.levelNo < row.levels.length) {
    await goOn(tx, row);
    return { state: "OPEN", level: level.key };
  }
  const state = endStates[verdict];
  await endApproval(tx, row, state);
  await tellApplicant(tx, row, { verdict, note });
  return { state, level: level.key };
}

/**
 * Finds the code of the open level, for a deciding call whose levels have different codes (`asks`). A caller with one
 * of these codes is told that somebody was faster, and not that the next level is not theirs.
 */
export async function requireLevelCode(
  tx: Tx,
  { kind }: { readonly kind: string },
  { bizId, version }: Pick<Deciding, "bizId" | "version">,
): Promise<string> {
  if (!codesOf(flowOf(tx, kind)).some((code) => tx.actor.can(code))) throw commonErrors.forbidden();
  const open = await db(tx)
    .selectFrom("approval")
    .select(["levelCode", "bizVersion"])
    .where("flow", "=", kind)
    .where("bizId", "=", bizId)
    .where("state", "=", "OPEN")
    .executeTakeFirst();
  if (!open || open.bizVersion !== version) throw approvalErrors.changed();
  if (!tx.actor.can(open.levelCode)) throw commonErrors.forbidden();
  return open.levelCode;
}

/**
 * Lists the actor, the people behind it and those who have delegated to it. For a request they count as one (PF-R114).
 */
export async function partsOf(tx: Tx): Promise<readonly string[]> {
  const selves = selvesOf(tx);
  return [...selves, ...(await giversOf(tx, selves))];
}

async function requireOther(tx: Tx, row: ApprovalRow): Promise<void> {
  const selves = await partsOf(tx);
  if (row.parties.some((id) => selves.includes(id))) throw approvalErrors.self();
  if ((await decidersOf(tx, row)).some((id) => selves.includes(id))) throw approvalErrors.twice();
}

async function requireReached(tx: Tx, flow: ApprovalFlow, row: ApprovalRow): Promise<void> {
  const { rows } = await sql`select 1 from approval
    where id = ${row.id} and ${isReached(tx, flow, row.levelCode)}`.execute(tx.kysely);
  if (!tx.actor.can(row.levelCode) || rows.length === 0) throw commonErrors.forbidden();
}

/** Notifies the applicant, if this is a person who may still open the record (PF-R123). */
async function tellApplicant(
  tx: Tx,
  row: ApprovalRow,
  { verdict, note }: { readonly verdict: ApprovalVerdict; readonly note: string },
): Promise<void> {
  const { label } = flowOf(tx, row.flow);
  const words = { APPROVE: "已通过", REJECT: "被驳回", RETURN: "被退回" };
  await notify(tx, await readersOf(tx, row, [row.applicantId]), {
    category: "APPROVAL",
    level: verdict === "APPROVE" ? "INFO" : "WARN",
    title: `您的${label}${words[verdict]}`,
    content: `${row.title}（${row.bizNo}）${note ? `：${note}` : ""}`,
    route: recordAddress(row, tx),
    about: `approval:${row.id}`,
  });
}
