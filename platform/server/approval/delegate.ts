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
import { changeRecord, insertRecord, lockRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { reads, writes } from "../http/route.ts";
import { notify } from "../notice/notify.ts";
import { requirePerson } from "../start/self.ts";
import { type ApprovalDelegationRow, approvalDelegations, db } from "../tables.ts";
import { findTakers, requireAble } from "./takers.ts";

const MOST_DAYS = 30;
const MOST_LISTED = 50;

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

const takers = reads(searchDelegationTakers, (tx, { query: { keyword = "" } }) => findTakers(tx, keyword));

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
