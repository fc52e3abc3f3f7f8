import { dayOf } from "@ops/platform/contract";
import type { Tx } from "../db/tx.ts";
import { notify } from "../notice/notify.ts";
import { db } from "../tables.ts";
import { type ApprovalFlow, flowOf, levelAt } from "./flow.ts";
import { type ApprovalRow, decisionsOf } from "./rows.ts";
import type { HolderAt } from "./staffing.ts";

/** Where a level is decided, and who may do it there. */
interface Staffed {
  readonly orgId: string;
  /** Holders who reach the record, without those who had a part in the request already; the nearest first. */
  readonly others: readonly HolderAt[];
  /** Whether a person who took part in the request has the code at this organisation. */
  readonly isOwnHeld: boolean;
}

/** Finds the people who may not decide any level of a request: those who made it, and those who decided before. */
async function partiesOf(tx: Tx, row: Pick<ApprovalRow, "id" | "parties">): Promise<ReadonlySet<string>> {
  const decisions = await decisionsOf(tx, row);
  const deciders = decisions.flatMap(({ decidedBy, onBehalfOf }) => [decidedBy, ...(onBehalfOf ? [onBehalfOf] : [])]);
  return new Set([...row.parties, ...deciders]);
}

/**
 * Finds the organisation for a level that begins now: the one that the flow names. If only people who took part in the
 * request have the code there, it is the next organisation above where somebody else has it (PF-R114).
 */
export async function placeLevel(
  tx: Tx,
  flow: ApprovalFlow,
  row: Pick<ApprovalRow, "id" | "parties" | "orgId" | "levels">,
  levelNo: number,
) {
  const level = levelAt(flow, row.levels, levelNo);
  const named = await tx.approvals.staffing.placeOf(tx, row.orgId, level.at);
  const staffed = await staffAt(tx, { ...row, levelCode: level.code, levelOrgId: named });
  const isHeldHere = staffed.others.some(({ steps }) => steps === 0);
  const above = staffed.others.find(({ steps }) => steps !== null && steps > 0);
  const goesUp = staffed.isOwnHeld && !isHeldHere && above !== undefined;
  return {
    levelNo,
    levelCode: level.code,
    levelOrgId: goesUp ? above.organizationId : named,
    isAtRecord: level.at === "record" && !goesUp,
  };
}

type Placed = Pick<ApprovalRow, "id" | "parties" | "orgId" | "levelCode" | "levelOrgId">;

async function staffAt(tx: Tx, row: Placed): Promise<Staffed> {
  const { levelCode, levelOrgId, orgId } = row;
  const { staffing } = tx.approvals;
  const here = await staffing.holdersAt(tx, levelCode, levelOrgId);
  const seeing = levelOrgId === orgId ? here : await staffing.holdersAt(tx, levelCode, orgId);
  const mayOpen = new Set(seeing.map(({ userId }) => userId));
  const parties = await partiesOf(tx, row);
  return {
    orgId: levelOrgId,
    others: here.filter(({ userId }) => mayOpen.has(userId) && !parties.has(userId)),
    isOwnHeld: here.some(({ userId, steps }) => steps === 0 && parties.has(userId)),
  };
}

/**
 * Finds the people who are asked to decide the open level: the person who took it over, otherwise the nearest holders,
 * and those to whom they have delegated. Empty if there is no holder.
 */
export async function askedFor(tx: Tx, row: Placed & Pick<ApprovalRow, "handedTo">): Promise<string[]> {
  const { others } = await staffAt(tx, row);
  if (others.some(({ userId }) => userId === row.handedTo)) return row.handedTo === null ? [] : [row.handedTo];
  const nearest = others.filter(({ steps }) => steps === others[0]?.steps).map(({ userId }) => userId);
  const may = new Set(others.map(({ userId }) => userId));
  const takers = (await delegationsOf(tx, nearest)).filter(({ takerId }) => may.has(takerId));
  return [...new Set([...nearest, ...takers.map(({ takerId }) => takerId)])].toSorted();
}

/** Who decides for these people today. */
export async function delegationsOf(
  tx: Tx,
  giverIds: readonly string[],
): Promise<{ giverId: string; takerId: string }[]> {
  if (giverIds.length === 0) return [];
  return inForce(tx).select(["giverId", "takerId"]).where("giverId", "in", giverIds).execute();
}

/** For whom this person decides today. */
export async function giversOf(tx: Tx, takerIds: readonly string[]): Promise<string[]> {
  const given = await inForce(tx).select("giverId").where("takerId", "in", takerIds).execute();
  return given.map(({ giverId }) => giverId);
}

function inForce(tx: Tx) {
  const today = dayOf(tx.now);
  return db(tx)
    .selectFrom("approvalDelegation")
    .where("endedAt", "is", null)
    .where("startsOn", "<=", today)
    .where("endsOn", ">=", today);
}

export const recordAddress = (row: Pick<ApprovalRow, "flow" | "bizId">, tx: Tx): `/${string}` =>
  `/home?${flowOf(tx, row.flow).overlay}=${row.bizId}`;

/** Keeps the people who may open the record, because nobody else may get a notice about it (PF-R123). */
export async function readersAmong(tx: Tx, row: ApprovalRow, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const readers = await tx.approvals.staffing.holdersAt(tx, flowOf(tx, row.flow).read, row.orgId);
  const mayOpen = new Set(readers.map(({ userId }) => userId));
  return userIds.filter((id) => mayOpen.has(id));
}

/** Notifies the people who are asked. A later notice about the same request replaces an unread earlier one. */
export async function tellAsked(tx: Tx, row: ApprovalRow, isReminder = false): Promise<void> {
  const { label } = flowOf(tx, row.flow);
  const names = await tx.approvals.staffing.personNames(tx, [row.applicantId]);
  await notify(tx, await readersAmong(tx, row, row.asked), {
    category: "APPROVAL",
    level: isReminder ? "WARN" : "INFO",
    title: isReminder ? `${label}审批已超时` : `${label}待您审批`,
    content: `${row.title}（${row.bizNo}），申请人${names.get(row.applicantId) ?? ""}`,
    route: recordAddress(row, tx),
    about: `approval:${row.id}`,
    carried: true,
  });
}
