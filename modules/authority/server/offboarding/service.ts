import type { BodyOf } from "@ops/platform/contract";
import {
  changeRecord,
  findRecord,
  insertRecord,
  lockRecord,
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
import { type UserRow, users } from "../person/tables.ts";
import { bumpRights } from "../rights/bump.ts";
import { orderedIn } from "../rights/ordered-in.ts";
import { refuseHigherRights } from "../user/higher-rights.ts";
import { keepOneAdministrator, orderAdministratorChanges } from "../user/last-admin.ts";
import { beyond, beyondOf, personOf, requireTaker } from "./hand-over.ts";
import { offboardJob } from "./job.ts";
import { latestOf, presentOffboarding } from "./present.ts";
import { endingSteps, leadershipEnds, offboardSteps, sessionsEnd } from "./steps.ts";
import { offboardings } from "./tables.ts";

type Body = BodyOf<typeof contract.offboardUser>;

/** Everything that would end or has to change hands, counted and not touched (AU-R10). */
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
    const refusal = out.blocking > 0 ? beyond(work, out.blocking).message : null;
    works.push({ ...namesOf(work), count: await work.countOf(tx, holder), blocking, beyond: out.count, refusal });
  }
  return { userId: id, userName: user.userName, ends, works, version: user.version };
});

/** Access ends with this commit; the rest is a job that can be resumed at any line (AU-R10). */
export const offboardUser = writes(contract.offboardUser, async (tx, { params: { id }, body }) => {
  refuseSelf(tx, id);
  await orderAdministratorChanges(tx, id);
  const user = await lockRecord(tx, users, id, body.version, presentUser);
  await refuseLeaver(tx, user);
  await keepOneAdministrator(tx, user);
  const takers = await takersOf(tx, id, body.successors);

  tx.trail.reason = body.reason;
  const organizationIds = await organizationsOf(tx, id);
  // a former administrator who comes back one day does not come back as one
  await changeRecord(tx, users, user, { status: userStates.next(user.status, "offboard"), boolAdmin: false });
  const offboarding = await insertRecord(tx, offboardings, {
    userId: id,
    organizationIds,
    orderedIn: orderedIn(tx),
    reason: body.reason,
    status: "RUNNING",
    finishedAt: null,
  });
  const sessions = await sessionsEnd.end(tx, id, tx);
  await insertSteps(tx, offboarding.id, takers, sessions);
  await bumpRights(tx, [id]);
  await tx.enqueue(offboardJob, { id: offboarding.id }, { key: offboarding.id });
  return presentOffboarding(tx, offboarding);
});

/** The latest off-boarding of a person: for whoever saw the person then, or sees the person now. */
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

/** Who takes what over. Everybody named is in service and in the operator's sight, and able to take it. */
async function takersOf(tx: Tx, userId: string, wished: Body["successors"]): Promise<Taker[]> {
  const known = new Set<string>(tx.workInHand.map(({ kind }) => kind));
  if (wished.some(({ kind }) => !known.has(kind))) throw offboardingErrors.offboardKind();
  const takers: Taker[] = [];
  for (const work of tx.workInHand) {
    const { blocking } = await beyondOf(tx, work, userId);
    if (blocking > 0) throw beyond(work, blocking);
    const successorId = wished.find(({ kind }) => kind === work.kind)?.successorId ?? null;
    if (successorId === null) {
      if (((await work.blockingOf?.(tx, personOf(userId))) ?? 0) > 0) throw offboardingErrors.leaderRequired();
    } else {
      await requireTaker(tx, { work, userId, successorId });
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
