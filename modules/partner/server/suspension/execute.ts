import { changeRecord, job, schedule, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { z } from "zod";
import { suspensionStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { gatherItems, workThrough } from "./items.ts";
import { setDueTimer } from "./later.ts";
import { tellExecuted } from "./notices.ts";
import { type SuspensionRow, suspensions } from "./tables.ts";
import { undoJob } from "./undo.ts";

/** How long the work may be idle before it counts as interrupted. */
const STILL_MINUTES = 5;

/**
 * Executes a suspension thing by thing, each in a transaction of its own. If a worker dies, the next one continues.
 * Things that come to the partner meanwhile are handled, too.
 */
export const executeJob = job({
  name: "partner.suspensionExecute",
  title: "执行伙伴暂停",
  parallel: 2,
  payload: z.object({ id: z.uuid() }),
  run: async (work, { id }) => {
    await work.step((tx) => begin(tx, id));
    do await workThrough(work, id, "act");
    while ((await work.step((tx) => gather(tx, id))) > 0);
    await work.step((tx) => finish(tx, id));
  },
});

/** Notes new things of the partner, and sets the timer for those that must wait. */
async function gather(tx: Tx, id: string): Promise<number> {
  const noted = await gatherItems(tx, id);
  if (noted > 0) await setDueTimer(tx, id);
  return noted;
}

/**
 * Finds interrupted work, because the queue gives up after some tries. Executions become 部分完成, and people continue with
 * 重试. Work that has not begun is queued again, and so is undoing.
 */
export const watchSuspensions = schedule({
  name: "partner.suspensionWatch",
  title: "发现中断的伙伴暂停",
  at: { everySeconds: 60 },
  run: (work) =>
    work.step(async (tx) => {
      for (const suspension of await findStalled(tx)) {
        const { id, state } = suspension;
        if (state === "UNDOING") await tx.enqueue(undoJob, { id }, { key: id });
        else if (state === "CONFIRMED") await tx.enqueue(executeJob, { id }, { key: id });
        else await changeRecord(tx, suspensions, suspension, { state: suspensionStates.next(state, "halt") });
      }
    }),
});

/** Begins the execution, unless the suspension is finished or was interrupted meanwhile. */
async function begin(tx: Tx, id: string): Promise<void> {
  const suspension = await lockAnew(tx, id);
  if (!suspensionStates.can(suspension.state, "execute")) return;
  await changeRecord(tx, suspensions, suspension, { state: suspensionStates.next(suspension.state, "execute") });
}

async function finish(tx: Tx, id: string): Promise<void> {
  const suspension = await lockAnew(tx, id);
  if (suspension.state !== "EXECUTING") return;
  const { failed } = await db(tx)
    .selectFrom("partnerCascadeItem")
    .select((eb) => eb.fn.countAll<number>().as("failed"))
    .where("suspensionId", "=", id)
    .where("state", "=", "FAILED")
    .executeTakeFirstOrThrow();
  const state = suspensionStates.next(suspension.state, failed > 0 ? "halt" : "finish");
  const finished = await changeRecord(tx, suspensions, suspension, { state, finishedAt: tx.now });
  await tellExecuted(tx, finished);
}

/** Locks the suspension as the system does, without regard to rights, because two people have confirmed the plan. */
function lockAnew(tx: Tx, id: string): Promise<SuspensionRow> {
  return db(tx).selectFrom("partnerSuspension").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}

async function findStalled(tx: Tx): Promise<SuspensionRow[]> {
  const since = sql<Date>`${tx.now}::timestamptz - make_interval(mins => ${STILL_MINUTES})`;
  return db(tx)
    .selectFrom("partnerSuspension as s")
    .selectAll("s")
    .where("s.state", "in", ["CONFIRMED", "EXECUTING", "UNDOING"])
    .where("s.updatedAt", "<", since)
    .where(
      sql<boolean>`not exists (select 1 from partner_cascade_item i
        where i.suspension_id = s.id and greatest(i.done_at, i.restored_at) > ${since})`,
    )
    .where(
      // undoing of which only failed items are left waits for 重试
      sql<boolean>`(s.state <> 'UNDOING' or exists (select 1 from partner_cascade_item i
        where i.suspension_id = s.id and i.state = 'DONE' and i.restored is null)
        or not exists (select 1 from partner_cascade_item i where i.suspension_id = s.id and i.restored = 'FAILED'))`,
    )
    .forUpdate()
    .execute();
}
