import type { AnswerFrom, BodyOf } from "@ops/platform/contract";
import { BusinessError } from "@ops/platform/contract";
import { findRecord, requireSeen, type Steps, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { users } from "../person/tables.ts";

type Outcome = AnswerFrom<(typeof contract.batchDisable)["run"]>;
type Refusal = Outcome["refusals"][number];
/** The single action on one person, with all its rules. */
export type ActOn = (tx: Tx, userId: string) => Promise<unknown>;

/** Thrown to undo what a preview has tried. */
class Tried extends Error {}

/** Tries each person by the rules of the single action and undoes it: what is refused here is refused then. */
export async function previewBatch(steps: Steps, ids: readonly string[], act: ActOn): Promise<Outcome> {
  const outcome = await forEach(ids, async (id) => {
    try {
      return await steps.commit(async (tx) => {
        await act(tx, id);
        throw new Tried();
      });
    } catch (thrown) {
      if (thrown instanceof Tried) return;
      throw thrown;
    }
  });
  return steps.finish(async (tx) => {
    tx.trail.summary = summaryOf(outcome);
    return named(tx, outcome);
  });
}

/** Each person in a transaction of its own with an audit row of its own, as if it had been done singly. */
export async function runBatch(
  steps: Steps,
  { ids, reason }: Pick<BodyOf<(typeof contract.batchDisable)["run"]>, "ids" | "reason">,
  act: ActOn,
): Promise<Outcome> {
  await steps.commit((tx) => requireSeen(tx, users, ids));
  const outcome = await forEach(
    ids,
    (id) =>
      steps.finish(async (tx) => {
        await act(tx, id);
        tx.trail.reason = reason;
      }),
    steps.noteRefusal, // a preview asks what is possible; this is the deed
  );
  if (outcome.done > 0) return steps.commit((tx) => named(tx, outcome));
  return steps.finish(async (tx) => {
    tx.trail.reason = reason;
    tx.trail.summary = summaryOf(outcome);
    return named(tx, outcome);
  });
}

/** Lowest id first, so that two batches never wait for each other in a circle. */
async function forEach(
  ids: readonly string[],
  act: (id: string) => Promise<void>,
  note: (refusal: BusinessError) => void = () => undefined,
): Promise<Outcome> {
  const refusals: Refusal[] = [];
  for (const userId of ids.toSorted()) {
    try {
      await act(userId);
    } catch (refusal) {
      if (!(refusal instanceof BusinessError)) throw refusal;
      note(refusal);
      refusals.push({ userId, userName: null, msgCode: refusal.msgCode, msg: refusal.message });
    }
  }
  return { done: ids.length - refusals.length, refusals };
}

async function named(tx: Tx, { done, refusals }: Outcome): Promise<Outcome> {
  const told: Refusal[] = [];
  for (const refusal of refusals) {
    const seen = await findRecord(tx, users, refusal.userId);
    told.push({ ...refusal, userName: seen?.userName ?? null });
  }
  return { done, refusals: told };
}

const summaryOf = ({ done, refusals }: Outcome) => `${done}人可执行，${refusals.length}人不可执行`;

/** The post that counts as a person's place. */
export async function mainPost(tx: Tx, userId: string): Promise<{ id: string; positionId: string } | undefined> {
  return db(tx)
    .selectFrom("membership")
    .select(["id", "positionId"])
    .where("userId", "=", userId)
    .where("isPrimary", "=", true)
    .where("status", "=", "EFFECTIVE")
    .executeTakeFirst();
}
