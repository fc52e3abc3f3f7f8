import { BusinessError } from "@ops/platform/contract";
import {
  changeRecord,
  type Holder,
  handOverOnce,
  insertPastAudits,
  job,
  lockRecord,
  newId,
  schedule,
  type Tx,
} from "@ops/platform/server";
import { sql } from "kysely";
import { z } from "zod";
import { offboardingErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { endingSteps } from "./steps.ts";
import { type OffboardingRow, offboardings } from "./tables.ts";

const NAME = "authority.offboard";
/** How long a job may stand still before it is taken up again. */
const STILL_MINUTES = 5;

/** Each line is a transaction of its own; a worker that dies leaves the lines before it done and the rest waiting. */
export const offboardJob = job({
  name: NAME,
  payload: z.object({ id: z.uuid() }),
  run: async (work, { id }) => {
    for (const kind of await work.step((tx) => waitingKinds(tx, id))) await work.step((tx) => runStep(tx, id, kind));
    await work.step((tx) => finish(tx, id));
  },
});

/** The queue gives up after some tries; off-boarding does not. */
export const resumeOffboardings = schedule({
  name: "authority.offboardResume",
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

/** A refusal is an outcome that people read; a fault leaves the line waiting for the next try. */
async function runStep(tx: Tx, offboardingId: string, kind: string): Promise<void> {
  const offboarding = await lockRecord(tx, offboardings, offboardingId, null);
  const line = await db(tx)
    .selectFrom("offboardingStep")
    .selectAll()
    .where("offboardingId", "=", offboardingId)
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
  if (line.status !== "WAITING") return; // another worker was faster
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
  readonly label: string;
  readonly successorId: string | null;
}

interface Outcome {
  readonly status: "DONE" | "KEPT" | "FAILED";
  readonly count: number;
  readonly message?: string;
}

async function outcomeOf(tx: Tx, { id: jobId, userId }: OffboardingRow, line: Line): Promise<Outcome> {
  const ending = endingSteps.find(({ kind }) => kind === line.kind);
  if (ending) return { status: "DONE", count: await ending.end(tx, userId) };
  const from: Holder = { kind: "person", id: userId };
  const work = tx.workInHand.find(({ kind }) => kind === line.kind);
  if (!work) return { status: "FAILED", count: 0, message: "该业务已下线" };
  if (line.successorId === null) return { status: "KEPT", count: await work.countOf(tx, from) };
  const to: Holder = { kind: "person", id: line.successorId };
  try {
    await requireInService(tx, line.successorId, line.label);
    await work.checkTaker?.(tx, from, to);
  } catch (refusal) {
    if (!(refusal instanceof BusinessError)) throw refusal;
    return { status: "FAILED", count: await work.countOf(tx, from), message: refusal.message };
  }
  return { status: "DONE", count: await handOverOnce(tx, { jobId, work, from, to }) };
}

async function requireInService(tx: Tx, userId: string, label: string): Promise<void> {
  const found = await db(tx)
    .selectFrom("appUser")
    .select("id")
    .where("id", "=", userId)
    .where("status", "=", "ACTIVE")
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!found) throw offboardingErrors.offboardSuccessor({ label });
}

async function finish(tx: Tx, id: string): Promise<void> {
  const offboarding = await lockRecord(tx, offboardings, id, null);
  if (offboarding.status === "DONE" || (await waitingKinds(tx, id)).length > 0) return;
  await changeRecord(tx, offboardings, offboarding, { status: "DONE", finishedAt: tx.now });
  await logResult(tx, offboarding);
}

/** No call stands behind it, so the kernel writes no audit row. */
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
      ...{ id: newId(), occurredAt: tx.now, actorId: tx.actor.userId, actorName: tx.actor.name, actorOrgId: "" },
      ...{ ip: tx.request.ip, module: "authority", bizType: "appUser", bizId: userId, bizNo: null },
      ...{ action: NAME, actionName: "离职处理完成", summary, diffs: [], reason },
      ...{ source: "JOB", result: "SUCCESS", traceId: tx.request.requestId },
    },
  ]);
}
