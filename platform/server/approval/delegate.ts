import {
  type AnswerFrom,
  addDays,
  approvalErrors,
  commonErrors,
  createApprovalDelegation,
  dayOf,
  endApprovalDelegation,
  listApprovalDelegations,
  searchDelegationTakers,
} from "@ops/platform/contract";
import { sql } from "kysely";
import type { Actor } from "../actor.ts";
import { covers } from "../db/record/data-scope.ts";
import { changeRecord, insertRecord, lockRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { reads, writes } from "../http/route.ts";
import { notify } from "../notice/notify.ts";
import { requirePerson } from "../start/self.ts";
import { type ApprovalDelegationRow, approvalDelegations, db } from "../tables.ts";
import { codesOf } from "./flow.ts";

const MOST_DAYS = 30;
const MOST_LISTED = 50;
const MOST_TAKERS = 20;
/** The rights of each have to be compared; with a name typed there are fewer. */
const MOST_TRIED = 100;

type Delegation = AnswerFrom<typeof listApprovalDelegations>[number];

async function present(tx: Tx, rows: readonly ApprovalDelegationRow[]): Promise<Delegation[]> {
  const people = [...new Set(rows.flatMap(({ giverId, takerId }) => [giverId, takerId]))];
  const names = await tx.approvals.staffing.personNames(tx, people);
  return rows.map((row) => ({
    ...row,
    giverName: names.get(row.giverId) ?? "",
    takerName: names.get(row.takerId) ?? "",
    isGiven: row.giverId === tx.actor.userId,
    isOver: row.endedAt !== null || row.endsOn < dayOf(tx.now),
  }));
}

async function presentOnly(tx: Tx, row: ApprovalDelegationRow): Promise<Delegation> {
  const [shown] = await present(tx, [row]);
  if (!shown) throw commonErrors.notFound();
  return shown;
}

/** Lists the delegations by and to the actor, latest first. */
const list = reads(listApprovalDelegations, async (tx) => {
  const { userId } = tx.actor;
  const rows = await db(tx)
    .selectFrom("approvalDelegation")
    .selectAll()
    .where(({ eb, or }) => or([eb("giverId", "=", userId), eb("takerId", "=", userId)]))
    .orderBy("createdAt", "desc")
    .limit(MOST_LISTED)
    .execute();
  return present(tx, rows);
});

/** Lists the codes of all flows that a person has. */
function lendable(tx: Tx, actor: Actor): string[] {
  const codes = new Set([...tx.approvals.flows.values()].flatMap((flow) => codesOf(flow)));
  return [...codes].filter((code) => actor.can(code));
}

const takers = reads(searchDelegationTakers, async (tx, { query: { keyword = "" } }) => {
  const { staffing } = tx.approvals;
  const giver = await giverOf(tx);
  if (!giver) return [];
  const ids = (await staffing.holdersOfAll(tx, giver.codes)).filter((id) => id !== tx.actor.userId);
  const names = await staffing.personNames(tx, ids);
  const people = ids.map((id) => ({ id, name: names.get(id) ?? "" })).filter(({ name }) => name.includes(keyword));
  const able: { id: string; name: string }[] = [];
  for (const one of people.toSorted((a, b) => a.name.localeCompare(b.name, "zh")).slice(0, MOST_TRIED)) {
    if (able.length < MOST_TAKERS && (await isAble(tx, giver, one.id))) able.push(one);
  }
  return able;
});

interface Giver {
  readonly actor: Actor;
  /** The codes of all flows that this person has, of which there is at least one. */
  readonly codes: readonly string[];
}

async function giverOf(tx: Tx): Promise<Giver | null> {
  const actor = await tx.approvals.staffing.actorEverywhere(tx, tx.actor.userId);
  const codes = actor ? lendable(tx, actor) : [];
  return actor && codes.length > 0 ? { actor, codes } : null;
}

/** Tells whether the other person has every code with at least the same scope. */
async function isAble(tx: Tx, { actor, codes }: Giver, takerId: string): Promise<boolean> {
  const taker = await tx.approvals.staffing.actorEverywhere(tx, takerId);
  for (const code of codes) {
    if (!taker?.can(code) || !(await covers(tx, taker.scopeOf(code), actor.scopeOf(code)))) return false;
  }
  return true;
}

/** A delegation passes on the duty, not the right, so the other person must be able to decide already (PF-R115). */
async function requireAble(tx: Tx, takerId: string): Promise<void> {
  const giver = await giverOf(tx);
  if (!giver) throw approvalErrors.delegateNone();
  if (await isAble(tx, giver, takerId)) return;
  throw approvalErrors.delegateScope({ name: await tx.personName(takerId) });
}

const create = writes(createApprovalDelegation, async (tx, { body: { takerId, startsOn, endsOn, reason } }) => {
  requirePerson(tx);
  const { userId } = tx.actor;
  if (takerId === userId) throw approvalErrors.delegateSelf();
  const isShort = startsOn <= endsOn && endsOn < addDays(startsOn, MOST_DAYS);
  if (!isShort || endsOn < dayOf(tx.now)) throw approvalErrors.delegateDays();
  await requireAble(tx, takerId);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`approval-delegation:${userId}`}, 0))`.execute(tx.kysely);
  const other = await db(tx)
    .selectFrom("approvalDelegation")
    .select("id")
    .where("giverId", "=", userId)
    .where("endedAt", "is", null)
    .where("startsOn", "<=", endsOn)
    .where("endsOn", ">=", startsOn)
    .executeTakeFirst();
  if (other) throw approvalErrors.delegateOverlap();
  const fields = { giverId: userId, takerId, startsOn, endsOn, reason };
  const row = await insertRecord(tx, approvalDelegations, fields);
  await notify(tx, [takerId], {
    category: "APPROVAL",
    title: "审批委托",
    content: `${await tx.personName(userId)}将${startsOn}至${endsOn}的审批委托给您：${reason}`,
    route: "/home?approvals=WAITING",
    about: `approvalDelegation:${row.id}`,
  });
  return presentOnly(tx, row);
});

/** Either of the two ends it. */
const end = writes(endApprovalDelegation, async (tx, { params: { id }, body: { version } }) => {
  await requireOwn(tx, id);
  const row = await lockRecord(tx, approvalDelegations, id, version, presentOnly);
  if (row.endedAt !== null || row.endsOn < dayOf(tx.now)) throw approvalErrors.delegateOver();
  return presentOnly(tx, await changeRecord(tx, approvalDelegations, row, { endedAt: tx.now }));
});

async function requireOwn(tx: Tx, id: string): Promise<void> {
  const { userId } = tx.actor;
  const found = await db(tx)
    .selectFrom("approvalDelegation")
    .select("id")
    .where("id", "=", id)
    .where(({ eb, or }) => or([eb("giverId", "=", userId), eb("takerId", "=", userId)]))
    .executeTakeFirst();
  if (!found) throw commonErrors.notFound();
}

export const delegationRoutes = [list, takers, create, end];
