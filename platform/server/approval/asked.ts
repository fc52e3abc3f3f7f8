import { dayOf } from "@ops/platform/contract";
import { loadReaders, readersAmong } from "../audit/readable.ts";
import type { Tx } from "../db/tx.ts";
import { notify } from "../notice/notify.ts";
import { db } from "../tables.ts";
import { type ApprovalFlow, flowOf, levelAt } from "./flow.ts";
import { type ApprovalRow, changeApproval, decidersOf } from "./rows.ts";
import type { HolderAt } from "./staffing.ts";

/** Who may decide a level at its organisation. */
interface Staffed {
  /** Holders who reach the record, without those who had a part in the request already; the nearest first. */
  readonly others: readonly HolderAt[];
  /** Those of them who are in charge of the record itself, wherever they work. */
  readonly inCharge: ReadonlySet<string>;
  /** Whether a person who took part in the request has the code at this organisation. */
  readonly isOwnHeld: boolean;
}

/**
 * Finds the people who may not decide any level of a request: those who made it, those who decided before, and those to
 * whom one of them has lent the approvals, because they count as one (PF-R114).
 */
async function partiesOf(tx: Tx, row: Pick<ApprovalRow, "id" | "parties">): Promise<ReadonlySet<string>> {
  const parties = [...row.parties, ...(await decidersOf(tx, row))];
  return new Set([...parties, ...(await delegationsOf(tx, parties)).map(({ takerId }) => takerId)]);
}

/**
 * Finds the organisation for a level that begins now: the one that the flow names. If only people who took part in the
 * request have the code there, it is the next organisation above where somebody else has it (PF-R114).
 */
export async function placeLevel(
  tx: Tx,
  flow: ApprovalFlow,
  row: Pick<ApprovalRow, "id" | "bizId" | "parties" | "orgId" | "levels">,
  levelNo: number,
) {
  const level = levelAt(flow, row.levels, levelNo);
  const isAtRecord = level.at === "record";
  const named = await tx.approvals.staffing.placeOf(tx, row.orgId, level.at);
  const placed = { ...row, flow: flow.kind, levelCode: level.code, levelOrgId: named, isAtRecord };
  const { others, inCharge, isOwnHeld } = await staffAt(tx, placed);
  const isHeldHere = others.some(({ steps }) => steps === 0);
  const isDecidedHere = isHeldHere || inCharge.size > 0;
  const above = isOwnHeld && !isDecidedHere ? await reachedAbove(tx, level.code, others) : null;
  return {
    levelNo,
    levelCode: level.code,
    levelOrgId: above ?? named,
    isAtRecord: isAtRecord && above === null,
  };
}

/** Finds the nearest organisation above where a holder works whose scope contains it, because the level is decided there. */
async function reachedAbove(tx: Tx, code: string, holders: readonly HolderAt[]): Promise<string | null> {
  const above = holders.filter(({ steps }) => steps !== null && steps > 0);
  for (const orgId of new Set(above.map(({ organizationId }) => organizationId))) {
    const reaching = new Set((await tx.approvals.staffing.holdersAt(tx, code, orgId)).map(({ userId }) => userId));
    if (above.some(({ userId, organizationId }) => organizationId === orgId && reaching.has(userId))) return orgId;
  }
  return null;
}

type Placed = Pick<
  ApprovalRow,
  "id" | "flow" | "bizId" | "parties" | "orgId" | "levelCode" | "levelOrgId" | "isAtRecord"
>;

async function staffAt(tx: Tx, row: Placed): Promise<Staffed> {
  const { levelCode, levelOrgId, orgId } = row;
  const { staffing } = tx.approvals;
  const here = await staffing.holdersAt(tx, levelCode, levelOrgId);
  const seeing = levelOrgId === orgId ? here : await staffing.holdersAt(tx, levelCode, orgId);
  const mayOpen = new Set(seeing.map(({ userId }) => userId));
  const parties = await partiesOf(tx, row);
  const inCharge = new Set((await inChargeOf(tx, row)).filter((id) => !parties.has(id)));
  const others = here.filter(({ userId }) => mayOpen.has(userId) && !parties.has(userId));
  const further = [...inCharge].filter((id) => !others.some(({ userId }) => userId === id));
  return {
    others: [...others, ...further.map((userId) => ({ userId, organizationId: orgId, steps: null }))],
    inCharge,
    isOwnHeld: here.some(({ userId, steps }) => steps === 0 && parties.has(userId)),
  };
}

/**
 * Finds the people in charge of the record who may decide a level at the record. Their scope may be only their own
 * records. As among other holders, administrators do not count, nor do accounts for looking only (PF-R123).
 */
async function inChargeOf(tx: Tx, { flow, bizId, levelCode, isAtRecord }: Placed): Promise<string[]> {
  const { table, inCharge } = flowOf(tx, flow);
  if (!isAtRecord || !inCharge) return [];
  const readers = await loadReaders(tx, { table, id: bizId, read: levelCode }, await inCharge(tx, bizId));
  return readers.filter(({ isAdmin, isReadOnly }) => !isAdmin && !isReadOnly).map(({ userId }) => userId);
}

type Asking = Placed & Pick<ApprovalRow, "handedTo">;

/**
 * Finds the people who are asked to decide the open level: those on duty, and those to whom they have delegated. Empty if
 * there is no holder.
 */
export async function askedFor(tx: Tx, row: Asking): Promise<string[]> {
  const staffed = await staffAt(tx, row);
  const duty = dutyAmong(staffed, row);
  const may = new Set(staffed.others.map(({ userId }) => userId));
  const takers = (await delegationsOf(tx, duty)).filter(({ takerId }) => may.has(takerId));
  return [...new Set([...duty, ...takers.map(({ takerId }) => takerId)])].toSorted();
}

/** Finds those for whom the actor decides: people on duty who have delegated to the actor, who is not on duty. */
export async function decidedFor(tx: Tx, row: Asking): Promise<string[]> {
  const { userId } = tx.actor;
  const duty = dutyAmong(await staffAt(tx, row), row);
  if (duty.includes(userId)) return [];
  const lent = (await delegationsOf(tx, duty)).filter(({ takerId }) => takerId === userId);
  return lent.map(({ giverId }) => giverId).toSorted();
}

/**
 * The people who are asked in their own right: the person who took the level over, otherwise the nearest holders and those
 * in charge of the record.
 */
function dutyAmong({ others, inCharge }: Staffed, { handedTo }: Asking): string[] {
  const nearest = others.filter(({ userId, steps }) => steps === others[0]?.steps || inCharge.has(userId));
  const ids = nearest.map(({ userId }) => userId);
  return handedTo !== null && others.some(({ userId }) => userId === handedTo) ? [handedTo] : ids;
}

/** Who decides for these people today. */
async function delegationsOf(tx: Tx, giverIds: readonly string[]): Promise<{ giverId: string; takerId: string }[]> {
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

/** Keeps the people who may open the record of a request, because nobody else may get a notice about it (PF-R123). */
export function readersOf(tx: Tx, { flow, bizId }: ApprovalRow, userIds: readonly string[]): Promise<string[]> {
  const { table, read } = flowOf(tx, flow);
  return readersAmong(tx, { table, id: bizId, read }, userIds);
}

/**
 * Notifies the people who are asked. A reminder has a subject of its own, so that it travels also while the first notice
 * is unread (PF-R124).
 */
export async function tellAsked(tx: Tx, row: ApprovalRow, isReminder = false): Promise<void> {
  const { label } = flowOf(tx, row.flow);
  const names = await tx.approvals.staffing.personNames(tx, [row.applicantId]);
  await notify(tx, await readersOf(tx, row, row.asked), {
    category: "APPROVAL",
    level: isReminder ? "WARN" : "INFO",
    title: isReminder ? `${label}审批已超时` : `${label}待您审批`,
    content: `${row.title}（${row.bizNo}），申请人${names.get(row.applicantId) ?? ""}`,
    route: recordAddress(row, tx),
    about: `${isReminder ? "approval.due" : "approval"}:${row.id}`,
    carried: true,
  });
}

/** Finds again who is asked after these changes. People who are new among them are notified. */
export async function askAgain(tx: Tx, row: ApprovalRow, changes: Partial<ApprovalRow> = {}): Promise<void> {
  const asked = await askedFor(tx, { ...row, ...changes });
  const changed = await changeApproval(tx, row, { ...changes, asked });
  await tellAsked(tx, { ...changed, asked: asked.filter((one) => !row.asked.includes(one)) });
}
