import { BusinessError } from "@ops/platform/contract";
import {
  changeRecord,
  handOverAll,
  handOverOnce,
  isConflict,
  type JobRun,
  job,
  lockRecord,
  notify,
  schedule,
  type Tx,
} from "@ops/platform/server";
import { z } from "zod";
import { movementErrors, movementStates, STAFF_PAGE } from "../../contract/index.ts";
import { db } from "../database.ts";
import { lockStaff } from "../staff/lock.ts";
import { changeLine, linesOf } from "./lines.ts";
import { switchPost } from "./switch-post.ts";
import { movements } from "./tables.ts";
import { movesWork, openWork, personOf, requireSuccessor } from "./work.ts";

/** How long a movement may be idle before it is queued again. */
const STILL_MINUTES = 5;
/** New work may come while work is handed over, so the job looks again, so many times. */
const ROUNDS = 3;
const FAULT = "处理出错，请重试";

/**
 * Hands over kind by kind, each in a transaction of its own, and then switches the post. If the worker dies, finished
 * kinds stay done and the others are done by the next one.
 */
export const effectMovement = job({
  name: "store.effectMovement",
  title: "人员异动生效",
  payload: z.object({ id: z.uuid() }),
  run: async (work, { id }) => {
    for (let round = 0; round < ROUNDS; round++) {
      const kinds = await work.step((tx) => findKinds(tx, id));
      if (kinds.length === 0) break;
      for (const kind of kinds) await tryKind(work, { id, kind });
    }
    await tryStep(
      work,
      (tx) => finish(tx, id),
      (tx, message) => fail(tx, id, message),
    );
  },
});

/** Queues movements again that stand still, because the queue gives up after some tries. */
export const resumeMovements = schedule({
  name: "store.movementResume",
  title: "继续未完成的人员异动",
  at: { everySeconds: 60 },
  run: (work) =>
    work.step(async (tx) => {
      const still = await db(tx)
        .selectFrom("storeMovement")
        .select("id")
        .where("state", "=", "RUNNING")
        .where("updatedAt", "<", new Date(tx.now.getTime() - STILL_MINUTES * 60_000))
        .execute();
      for (const { id } of still) await tx.enqueue(effectMovement, { id }, { key: id });
    }),
});

/** Finds the kinds that wait, and notes those that came since the request: they go to the default successor. */
async function findKinds(tx: Tx, id: string): Promise<string[]> {
  const movement = await lockRecord(tx, movements, id, null);
  if (movement.state !== "RUNNING" || !(await movesWork(tx, movement))) return [];
  const open = await openWork(tx, await lockStaff(tx, movement));
  const known = await linesOf(tx, id);
  const late = open.filter(({ work }) => !known.some(({ kind }) => kind === work.kind));
  if (late.length > 0) {
    const rows = late.map(({ work: { kind, label }, count }) => ({ movementId: id, kind, label, countAtStart: count }));
    await db(tx).insertInto("storeMovementHandover").values(rows).execute();
  }
  const isOpen = (kind: string) => open.some(({ work }) => work.kind === kind);
  return (await linesOf(tx, id)).flatMap(({ kind, state }) =>
    state === "WAITING" || (state === "DONE" && isOpen(kind)) ? [kind] : [],
  );
}

interface LineKey {
  readonly id: string;
  readonly kind: string;
}

function tryKind(work: JobRun, { id, kind }: LineKey): Promise<void> {
  return tryStep(
    work,
    (tx) => handOverKind(tx, { id, kind }),
    async (tx, message) => {
      const { state } = await lockRecord(tx, movements, id, null);
      if (state === "RUNNING") await changeLine(tx, { movementId: id, kind }, { state: "FAILED", message });
    },
  );
}

/**
 * Runs a step, and another one if it fails. A refusal is told in its words; an error of the program is logged. If others
 * hold a lock for too long, the queue repeats the job.
 */
async function tryStep(
  work: JobRun,
  act: (tx: Tx) => Promise<void>,
  failed: (tx: Tx, message: string) => Promise<void>,
): Promise<void> {
  try {
    await work.step(act);
  } catch (error) {
    if (isConflict(error)) throw error;
    await work.step((tx) => {
      if (error instanceof BusinessError) return failed(tx, error.message);
      tx.log.error({ err: error }, "a movement failed");
      return failed(tx, FAULT);
    });
  }
}

/** Hands one kind over, once per movement; what came after that goes to the default successor (ST-R16). */
async function handOverKind(tx: Tx, { id, kind }: LineKey): Promise<void> {
  const movement = await lockRecord(tx, movements, id, null);
  const line = (await linesOf(tx, id)).find((one) => one.kind === kind);
  if (movement.state !== "RUNNING" || !line || line.state === "FAILED") return; // another worker was faster
  const staff = await lockStaff(tx, movement);
  const found = (await openWork(tx, staff)).find(({ work }) => work.kind === kind);
  const key = { movementId: id, kind };
  if (!found || staff.userId === null) return changeLine(tx, key, { state: "DONE" });
  const isLater = line.state === "DONE";
  const toUserId = isLater
    ? (movement.defaultSuccessorId ?? line.toUserId)
    : (line.toUserId ?? movement.defaultSuccessorId);
  if (toUserId === null) throw movementErrors.handoverPending({ n: found.count, label: line.label });
  const { work } = found;
  await requireSuccessor(tx, staff, { toUserId, work });
  const [from, to] = [personOf(staff.userId), personOf(toUserId)];
  const handed =
    isLater || line.handed > 0
      ? await handOverAll(tx, work, from, to)
      : await handOverOnce(tx, { jobId: id, work, from, to });
  await changeLine(tx, key, { state: "DONE", toUserId: line.toUserId ?? toUserId, handed: line.handed + handed });
}

/** Switches the post when nothing is left with the person; otherwise tells what is left. */
async function finish(tx: Tx, id: string): Promise<void> {
  const movement = await lockRecord(tx, movements, id, null);
  if (movement.state !== "RUNNING") return;
  const failed = (await linesOf(tx, id)).filter(({ state }) => state === "FAILED");
  if (failed.length > 0) {
    return fail(tx, id, failed.map(({ label, message }) => `${label}：${message ?? FAULT}`).join("；"));
  }
  const staff = await lockStaff(tx, movement);
  const [left] = (await movesWork(tx, movement)) ? await openWork(tx, staff) : [];
  if (left) throw movementErrors.handoverPending({ n: left.count, label: left.work.label });
  await switchPost(tx, movement, staff);
  await changeRecord(tx, movements, movement, { state: movementStates.next(movement.state, "finish"), failure: null });
}

async function fail(tx: Tx, id: string, failure: string): Promise<void> {
  const movement = await lockRecord(tx, movements, id, null);
  if (movement.state !== "RUNNING") return; // another worker was faster
  await changeRecord(tx, movements, movement, { state: movementStates.next(movement.state, "fail"), failure });
  await notify(tx, [movement.createdBy], {
    category: "WARNING",
    level: "WARN",
    title: "异动未能生效",
    about: `store.movement:${id}`,
    content: `异动单${movement.movementNo}待处理：${failure}`,
    route: `${STAFF_PAGE}?storeMovement=${id}`,
  });
}
