import { BusinessError } from "@ops/platform/contract";
import {
  changeRecord,
  handOverOnce,
  insertPastAudits,
  job,
  jobAudit,
  lockRecord,
  schedule,
  type Tx,
} from "@ops/platform/server";
import { sql } from "kysely";
import { z } from "zod";
import { offboardingErrors, offboardUser } from "../../contract/index.ts";
import { onBehalfOf } from "../api-client/on-behalf-of.ts";
import { db } from "../database.ts";
import { handOverLine, type Outcome, personOf } from "./hand-over.ts";
import { endingSteps } from "./steps.ts";
import { type OffboardingRow, offboardings } from "./tables.ts";

const NAME = "authority.offboard";
/** A job that makes no progress for this many minutes is started again. */
const STILL_MINUTES = 5;

/** Runs each line in its own transaction. If a worker dies, finished lines stay finished and the others wait. */
export const offboardJob = job({
  name: NAME,
  title: "离职交接",
  payload: z.object({ id: z.uuid() }),
  run: async (work, { id }) => {
    for (const kind of await work.step((tx) => waitingKinds(tx, id))) await work.step((tx) => runStep(tx, id, kind));
    await work.step((tx) => finish(tx, id));
  },
});

/** Starts unfinished off-boardings again, because the queue gives up after some tries. */
export const resumeOffboardings = schedule({
  name: "authority.offboardResume",
  title: "继续未完成的离职交接",
  at: { everySeconds: 60 },
  run: (work) =>
    work.step(async (tx) => {
      const { rows } = await sql<{ id: string }>`select o.id from offboarding o where o.status = 'RUNNING'
        and o.created_at < ${tx.now}::timestamptz - make_interval(mins => ${STILL_MINUTES})
        and not exists (select 1 from offboarding_step s where s.offboarding_id = o.id
          and s.done_at > ${tx.now}::timestamptz - make_interval(mins => ${STILL_MINUTES}))`.execute(tx.kysely);
      for (const { id } of rows) await tx.enqueue(offboardJob, { id }, { key: id });
    }),
});

async function waitingKinds(tx: Tx, offboardingId: string): Promise<string[]> {
  const waiting = await db(tx)
    .selectFrom("offboardingStep")
    .select("kind")
    .where("offboardingId", "=", offboardingId)
    .where("status", "=", "WAITING")
    .orderBy("sort")
    .execute();
  return waiting.map(({ kind }) => kind);
}

/** Runs one line. After an error it stays WAITING for the next try. */
async function runStep(tx: Tx, offboardingId: string, kind: string): Promise<void> {
  const offboarding = await lockRecord(tx, offboardings, offboardingId, null);
  const line = await db(tx)
    .selectFrom("offboardingStep")
    .selectAll()
    .where("offboardingId", "=", offboardingId)
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
  if (line.status !== "WAITING") return; // another worker has finished this line in the meantime
  const outcome = await outcomeOf(tx, offboarding, line);
  await db(tx)
    .updateTable("offboardingStep")
    .set({ ...outcome, doneAt: tx.now })
    .where("offboardingId", "=", offboardingId)
    .where("kind", "=", kind)
    .execute();
}

interface Line {
  readonly kind: string;
  readonly successorId: string | null;
}

/** Ends rights in any case. Work is handed over only with the rights that the person who ordered it has now. */
async function outcomeOf(tx: Tx, offboarding: OffboardingRow, { kind, successorId }: Line): Promise<Outcome> {
  const { id: jobId, userId } = offboarding;
  const orderer = await ordererOf(tx, offboarding);
  const ending = endingSteps.find((step) => step.kind === kind);
  if (ending) return { status: "DONE", count: await ending.end(tx, userId, orderer), message: null };
  const from = personOf(userId);
  const work = tx.workInHand.find((one) => one.kind === kind);
  if (!work) return { status: "FAILED", count: 0, message: "该业务已下线" };
  const left = await work.countOf(tx, from);
  if (successorId === null) return { status: "KEPT", count: left, message: null };
  if (!orderer) return { status: "FAILED", count: left, message: offboardingErrors.offboardOrderer().message };
  const to = personOf(successorId);
  return handOverLine(orderer, { work, userId, successorId }, () => handOverOnce(orderer, { jobId, work, from, to }));
}

async function ordererOf(tx: Tx, offboarding: OffboardingRow): Promise<Tx | null> {
  try {
    return await onBehalfOf(tx, offboarding, offboardUser);
  } catch (refusal) {
    if (refusal instanceof BusinessError) return null;
    throw refusal;
  }
}

async function finish(tx: Tx, id: string): Promise<void> {
  const offboarding = await lockRecord(tx, offboardings, id, null);
  if (offboarding.status === "DONE" || (await waitingKinds(tx, id)).length > 0) return;
  await changeRecord(tx, offboardings, offboarding, { status: "DONE", finishedAt: tx.now });
  await logResult(tx, offboarding);
}

/** This work belongs to no call, so the kernel writes no audit row and this function does. */
async function logResult(tx: Tx, { id, userId, reason }: OffboardingRow): Promise<void> {
  const steps = await db(tx)
    .selectFrom("offboardingStep as s")
    .select(["s.label", "s.count", "s.status"])
    .where("s.offboardingId", "=", id)
    .where("s.count", ">", 0)
    .orderBy("s.sort")
    .execute();
  const words = { DONE: "", KEPT: "（暂不转移）", FAILED: "（未完成）", WAITING: "" };
  const summary = steps.map(({ label, count, status }) => `${label}${count}${words[status]}`).join("、");
  await insertPastAudits(tx, [
    {
      ...jobAudit(tx, "authority"),
      bizType: "appUser",
      bizId: userId,
      bizNo: null,
      action: NAME,
      actionName: "离职处理完成",
      summary,
      diffs: [],
      reason,
    },
  ]);
}
