import { BusinessError } from "@ops/platform/contract";
import { changeRecord, handOverOnce, job, schedule, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { z } from "zod";
import { staffErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { lockAnew } from "../staff/find.ts";
import { openWork, personOf } from "../staff/open-work.ts";
import type { StaffRow } from "../staff/tables.ts";
import { endStaff } from "./end-staff.ts";
import { handovers } from "./tables.ts";

/** How long a hand-over may be idle before it is queued again. */
const STILL_MINUTES = 5;

/**
 * Hands over line by line, each in a transaction of its own. If the worker dies, finished lines stay done and the
 * others keep waiting.
 */
export const handoverJob = job({
  name: "partner.staffHandover",
  title: "伙伴员工工作交接",
  payload: z.object({ id: z.uuid() }),
  run: async (work, { id }) => {
    for (const kind of await work.step((tx) => kindsOf(tx, id))) await work.step((tx) => runStep(tx, id, kind));
    await work.step((tx) => finish(tx, id));
  },
});

/**
 * Queues unfinished hand-overs again, because the queue gives up after some tries. People whose work has ended by
 * itself are let go, too.
 */
export const resumeHandovers = schedule({
  name: "partner.staffHandoverResume",
  title: "继续未完成的伙伴员工交接",
  at: { everySeconds: 60 },
  run: async (work) => {
    await work.step(async (tx) => {
      const still = await db(tx)
        .selectFrom("partnerStaffHandover")
        .select("id")
        .where("state", "=", "RUNNING")
        .where("createdAt", "<", new Date(tx.now.getTime() - STILL_MINUTES * 60_000))
        .execute();
      for (const { id } of still) await tx.enqueue(handoverJob, { id }, { key: id });
    });
    for (const staff of await work.step(leavers)) {
      await work.step(async (tx) => letGo(tx, await lockAnew(tx, staff)));
    }
  },
});

function leavers(tx: Tx): Promise<{ id: string }[]> {
  return db(tx)
    .selectFrom("partnerStaff")
    .select("id")
    .where("state", "=", "LEAVING")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("partnerStaffHandover as h")
            .select("h.id")
            .whereRef("h.staffId", "=", "partnerStaff.id")
            .where("h.state", "=", "RUNNING"),
        ),
      ),
    )
    .orderBy("id")
    .execute();
}

/** Ends a leaving person who has no open work any more. */
async function letGo(tx: Tx, staff: StaffRow): Promise<void> {
  if (staff.state === "LEAVING" && (await openWork(tx, staff)).length === 0) await endStaff(tx, staff);
}

async function kindsOf(tx: Tx, handoverId: string): Promise<string[]> {
  const steps = await db(tx)
    .selectFrom("partnerStaffHandoverStep")
    .select("kind")
    .where("handoverId", "=", handoverId)
    .orderBy("sort")
    .execute();
  return steps.map(({ kind }) => kind);
}

async function runStep(tx: Tx, handoverId: string, kind: string): Promise<void> {
  const step = await db(tx)
    .selectFrom("partnerStaffHandoverStep as step")
    .innerJoin("partnerStaffHandover as handover", "handover.id", "step.handoverId")
    .innerJoin("partnerStaff as giver", "giver.id", "handover.staffId")
    .innerJoin("partnerStaff as taker", "taker.id", "step.toStaffId")
    .select(({ ref }) => [
      "step.status",
      "step.label",
      ref("giver.userId").$notNull().as("fromId"), // a person with open work always has an account
      sql<string | null>`case when taker.state = 'ACTIVE' then taker.user_id end`.as("toId"),
    ])
    .where("step.handoverId", "=", handoverId)
    .where("step.kind", "=", kind)
    .forUpdate("step")
    .executeTakeFirstOrThrow();
  if (step.status !== "WAITING") return; // an earlier try or another worker has done it
  const outcome = await outcomeOf(tx, { ...step, handoverId, kind });
  await db(tx)
    .updateTable("partnerStaffHandoverStep")
    .set({ ...outcome, doneAt: tx.now })
    .where("handoverId", "=", handoverId)
    .where("kind", "=", kind)
    .execute();
}

interface Line {
  readonly handoverId: string;
  readonly kind: string;
  readonly label: string;
  readonly fromId: string;
  /** Null if the receiver cannot be used any more. */
  readonly toId: string | null;
}

/**
 * Hands one line over. A refusal is stored as the outcome, for people to read; an error leaves the line waiting for the
 * next try.
 */
async function outcomeOf(tx: Tx, { handoverId, kind, label, fromId, toId }: Line) {
  const work = tx.workInHand.find((one) => one.kind === kind);
  if (!work) return { status: "FAILED", count: 0, message: "该业务已下线" } as const;
  if (!toId) return { status: "FAILED", count: 0, message: staffErrors.staffReceiver({ label }).message } as const;
  const [from, to] = [personOf(fromId), personOf(toId)];
  try {
    await work.checkTaker?.(tx, from, to);
  } catch (refusal) {
    if (!(refusal instanceof BusinessError)) throw refusal;
    return { status: "FAILED", count: await work.countOf(tx, from), message: refusal.message } as const;
  }
  return {
    status: "DONE",
    count: await handOverOnce(tx, { jobId: handoverId, work, from, to }),
    message: null,
  } as const;
}

async function finish(tx: Tx, id: string): Promise<void> {
  const { staffId } = await db(tx)
    .selectFrom("partnerStaffHandover")
    .select("staffId")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const staff = await lockAnew(tx, { id: staffId });
  const handover = await db(tx)
    .selectFrom("partnerStaffHandover")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (handover.state !== "RUNNING") return;
  const failed = await db(tx)
    .selectFrom("partnerStaffHandoverStep")
    .select("kind")
    .where("handoverId", "=", id)
    .where("status", "<>", "DONE")
    .execute();
  const state = failed.length > 0 ? "PARTLY" : "DONE";
  await changeRecord(tx, handovers, handover, { state, finishedAt: tx.now });
  await letGo(tx, staff);
}
