import { changeRecord, job, schedule, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { z } from "zod";
import { suspensionStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { gatherItems, workThrough } from "./items.ts";
import { tellExecuted } from "./notices.ts";
import { type SuspensionRow, suspensions } from "./tables.ts";
import { undoJob } from "./undo.ts";

/** How long it may stand still before it counts as broken off. */
const STILL_MINUTES = 5;

/**
 * Each thing is a transaction of its own: a worker that dies leaves what was done, and the next goes on behind it. What comes
 * to the partner while it runs is seen to as well.
 */
export const executeJob = job({
  name: "partner.suspensionExecute",
  title: "执行伙伴暂停",
  parallel: 2,
  payload: z.object({ id: z.uuid() }),
  run: async (work, { id }) => {
    await work.step((tx) => begin(tx, id));
    do await workThrough(work, id, "act");
    while ((await work.step((tx) => gatherItems(tx, id))) > 0);
    await work.step((tx) => finish(tx, id));
  },
});

/**
 * The queue gives up after some tries: then people see 部分完成 and go on with 重试. What has not begun begins after all, and
 * what is undone goes on by itself.
 */
export const watchSuspensions = schedule({
  name: "partner.suspensionWatch",
  title: "发现中断的伙伴暂停",
  at: { everySeconds: 60 },
  run: (work) =>
    work.step(async (tx) => {
      for (const suspension of await standingStill(tx)) {
        const { id, state } = suspension;
        if (state === "UNDOING") await tx.enqueue(undoJob, { id }, { key: id });
        else if (state === "CONFIRMED") await tx.enqueue(executeJob, { id }, { key: id });
        else await changeRecord(tx, suspensions, suspension, { state: suspensionStates.next(state, "halt") });
      }
    }),
});

/** One that is finished, or was broken off meanwhile, stays so; whatever follows leaves it alone. */
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

/** As the system: the plan was confirmed by two people, whatever rights they have by now. */
function lockAnew(tx: Tx, id: string): Promise<SuspensionRow> {
  return db(tx).selectFrom("partnerSuspension").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}

async function standingStill(tx: Tx): Promise<SuspensionRow[]> {
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
      // what failed alone waits for 重试
      sql<boolean>`(s.state <> 'UNDOING' or exists (select 1 from partner_cascade_item i
        where i.suspension_id = s.id and i.state = 'DONE' and i.restored is null)
        or not exists (select 1 from partner_cascade_item i where i.suspension_id = s.id and i.restored = 'FAILED'))`,
    )
    .forUpdate()
    .execute();
}
