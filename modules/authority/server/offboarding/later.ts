import { handOverAll, lockRecord, requireRecord, type Tx, type WorkInHand, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { offboardingErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { users } from "../person/tables.ts";
import { beyondOf, handOverLine, personOf, refusalOfBeyond, requireTaker } from "./hand-over.ts";
import { latestOf, presentOffboarding } from "./present.ts";
import { type OffboardingRow, offboardings } from "./tables.ts";

/** Hands over what stayed with somebody who left, with the rights of the person who asks for it now (AU-R10). */
export const handOverLater = writes(
  contract.handOverLater,
  async (tx, { params: { id: userId }, body: { kind, successorId, reason } }) => {
    const id = await latestOf(tx, userId);
    if (id === null) {
      await requireRecord(tx, users, userId);
      throw offboardingErrors.offboardNone();
    }
    const offboarding = await lockRecord(tx, offboardings, id, null);
    if (offboarding.status === "RUNNING") throw offboardingErrors.offboardRunning();
    await requireGone(tx, userId);
    const line = { work: await openWork(tx, offboarding, kind), userId, successorId };
    await requireTaker(tx, line);
    await requireSome(tx, line.work, userId);
    tx.trail.reason = reason;
    tx.trail.about("appUser", userId, null);
    const hand = () => handOverAll(tx, line.work, personOf(userId), personOf(successorId));
    const outcome = await handOverLine(tx, line, hand);
    await db(tx)
      .updateTable("offboardingStep")
      .set({ ...outcome, successorId, doneAt: tx.now })
      .where("offboardingId", "=", id)
      .where("kind", "=", kind)
      .execute();
    return presentOffboarding(tx, offboarding);
  },
);

/**
 * Refuses if the person has come back, because that person has the work again.
 * The share lock makes a rehire wait for this call.
 */
async function requireGone(tx: Tx, userId: string): Promise<void> {
  const user = await db(tx)
    .selectFrom("appUser")
    .select("status")
    .where("id", "=", userId)
    .forShare()
    .executeTakeFirstOrThrow();
  if (user.status !== "LEFT") throw offboardingErrors.offboardReturned();
}

async function openWork(tx: Tx, { id }: OffboardingRow, kind: string): Promise<WorkInHand> {
  const open = await db(tx)
    .selectFrom("offboardingStep")
    .select("kind")
    .where("offboardingId", "=", id)
    .where("kind", "=", kind)
    .where("status", "in", ["KEPT", "FAILED"])
    .executeTakeFirst();
  const work = open && tx.workInHand.find((one) => one.kind === kind);
  if (!work) throw offboardingErrors.offboardKind();
  return work;
}

async function requireSome(tx: Tx, work: WorkInHand, userId: string): Promise<void> {
  const held = await work.countOf(tx, personOf(userId));
  const { count } = await beyondOf(tx, work, userId);
  if (held > count) return;
  throw held === 0 ? offboardingErrors.offboardKind() : refusalOfBeyond(work, count);
}
