import type { BodyOf } from "@ops/platform/contract";
import {
  changeRecord,
  findRecord,
  insertRecord,
  lockRecord,
  mayBecomeAble,
  reads,
  requireRecord,
  type Tx,
  type WorkInHand,
  writes,
} from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { offboardingErrors, userStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { refuseAdministrator, refuseSelf } from "../person/guards.ts";
import { presentUser } from "../person/present.ts";
import { tellStopped } from "../person/stopped.ts";
import { type UserRow, users } from "../person/tables.ts";
import { bumpRights } from "../rights/bump.ts";
import { orderedIn } from "../rights/ordered-in.ts";
import { refuseHigherRights } from "../user/higher-rights.ts";
import { keepOneAdministrator, orderAdministratorChanges } from "../user/last-admin.ts";
import { beyondOf, personOf, refusalOfBeyond, requireSuccessor, requireTaker } from "./hand-over.ts";
import { offboardJob } from "./job.ts";
import { latestOf, presentOffboarding } from "./present.ts";
import { endingSteps, leadershipEnds, offboardSteps, sessionsEnd } from "./steps.ts";
import { offboardings } from "./tables.ts";

type Body = BodyOf<typeof contract.offboardUser>;

/** Counts everything that would end or be handed over, without changing it (AU-R10). */
export const offboardPreview = reads(contract.offboardPreview, async (tx, { params: { id } }) => {
  const user = await requireRecord(tx, users, id);
  await refuseLeaver(tx, user);
  const holder = personOf(id);
  const ends = [];
  for (const step of endingSteps) ends.push({ ...namesOf(step), count: await step.countOf(tx, id) });
  const works = [];
  for (const work of tx.workInHand) {
    const blocking = (await work.blockingOf?.(tx, holder)) ?? 0;
    const out = await beyondOf(tx, work, id);
    const refusal = out.blocking > 0 ? refusalOfBeyond(work, out.blocking).message : null;
    works.push({ ...namesOf(work), count: await work.countOf(tx, holder), blocking, beyond: out.count, refusal });
  }
  return { userId: id, userName: user.userName, ends, works, version: user.version };
});

/** Ends the person's access in this transaction. A job does the rest and can resume at any line (AU-R10). */
export const offboardUser = writes(contract.offboardUser, async (tx, { params: { id }, body }) => {
  refuseSelf(tx, id);
  await orderAdministratorChanges(tx, [id]);
  const user = await lockRecord(tx, users, id, body.version, presentUser);
  await refuseLeaver(tx, user);
  await keepOneAdministrator(tx, user);
  const takers = await takersOf(tx, id, body.successors);

  tx.trail.reason = body.reason;
  const organizationIds = await organizationsOf(tx, id);
  // the flag is taken away, so that somebody who is rehired does not come back as an administrator
  await changeRecord(tx, users, user, { status: userStates.next(user.status, "offboard"), boolAdmin: false });
  await tellStopped(tx, id, "LEFT");
  const offboarding = await insertRecord(tx, offboardings, {
    userId: id,
    organizationIds,
    orderedIn: orderedIn(tx),
    reason: body.reason,
  });
  const sessions = await sessionsEnd.end(tx, id, tx);
  await insertSteps(tx, offboarding.id, takers, sessions);
  await bumpRights(tx, [id]);
  await tx.enqueue(offboardJob, { id: offboarding.id }, { key: offboarding.id });
  return presentOffboarding(tx, offboarding);
});

/** Shows the latest off-boarding to everybody who could see the person then or can see the person now. */
export const getOffboarding = reads(contract.getOffboarding, async (tx, { params: { id: userId } }) => {
  const latest = await latestOf(tx, userId);
  const seen = latest && (await findRecord(tx, offboardings, latest));
  if (seen) return presentOffboarding(tx, seen);
  await requireRecord(tx, users, userId);
  return null;
});

const namesOf = ({ kind, label }: { kind: string; label: string }) => ({ kind, label });

async function refuseLeaver(tx: Tx, user: UserRow): Promise<void> {
  refuseSelf(tx, user.id);
  refuseAdministrator(tx, user);
  await refuseHigherRights(tx, user.id);
  userStates.next(user.status, "offboard");
}

interface Taker {
  readonly work: WorkInHand;
  readonly successorId: string | null;
}

/**
 * Finds who takes over which work, in the order in which it is handed over. Every successor must be active, visible to
 * the operator and able to take it.
 */
async function takersOf(tx: Tx, userId: string, wished: Body["successors"]): Promise<Taker[]> {
  const known = new Set<string>(tx.workInHand.map(({ kind }) => kind));
  if (wished.some(({ kind }) => !known.has(kind))) throw offboardingErrors.offboardKind();
  const takers: Taker[] = [];
  for (const work of tx.workInHand) {
    const { blocking } = await beyondOf(tx, work, userId);
    if (blocking > 0) throw refusalOfBeyond(work, blocking);
    const successorId = wished.find(({ kind }) => kind === work.kind)?.successorId ?? null;
    if (successorId === null) {
      if (((await work.blockingOf?.(tx, personOf(userId))) ?? 0) > 0) throw offboardingErrors.leaderRequired();
    } else {
      const before = takers.flatMap((taker) => taker.successorId ?? []);
      const check = mayBecomeAble(work, successorId, before) ? requireSuccessor : requireTaker;
      await check(tx, { work, userId, successorId });
    }
    takers.push({ work, successorId });
  }
  return takers;
}

async function organizationsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await db(tx)
    .selectFrom("membership")
    .select("organizationId")
    .distinct()
    .where("userId", "=", userId)
    .where("status", "<>", "ENDED")
    .execute();
  return rows.map(({ organizationId }) => organizationId);
}

async function insertSteps(tx: Tx, offboardingId: string, takers: readonly Taker[], sessions: number): Promise<void> {
  const lines = [
    ...offboardSteps.map((step) => ({ ...namesOf(step), successorId: null })),
    ...takers.map(({ work, successorId }) => ({ ...namesOf(work), successorId })),
    { ...namesOf(leadershipEnds), successorId: null },
  ];
  const ended = { status: "DONE", count: sessions, doneAt: tx.now } as const;
  await db(tx)
    .insertInto("offboardingStep")
    .values(lines.map((line, sort) => ({ offboardingId, sort, ...line, ...(line.kind === sessionsEnd.kind && ended) })))
    .execute();
}
