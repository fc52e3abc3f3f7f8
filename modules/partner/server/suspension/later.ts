import { changeRecord, job, type Tx, timer } from "@ops/platform/server";
import { z } from "zod";
import { suspensionStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { workThrough } from "./items.ts";
import { suspensions } from "./tables.ts";

const payload = z.object({ id: z.uuid() });

/**
 * Handles items whose time has come and which nobody has handled meanwhile. A suspension that is being undone is left
 * alone (PT-R7).
 */
export const laterJob = job({
  name: "partner.suspensionLater",
  title: "处理暂停方案中到时的事项",
  payload,
  run: async (work, { id }) => {
    await workThrough(work, id, "later");
    await work.step((tx) => settleLater(tx, id));
  },
});

export const cascadeDue = timer({
  kind: "partner.cascadeDue",
  title: "暂停方案中到时的事项",
  payload,
  handle: async (tx, { id }) => {
    await tx.enqueue(laterJob, { id }, { key: id });
  },
});

/** Sets the timer for the first waiting item. Without one there is no timer. */
export async function setDueTimer(tx: Tx, id: string): Promise<void> {
  const { first } = await db(tx)
    .selectFrom("partnerCascadeItem")
    .select((eb) => eb.fn.min("dueAt").as("first"))
    .where("suspensionId", "=", id)
    .where("state", "=", "WAITING")
    .executeTakeFirstOrThrow();
  if (first) await tx.setTimer(cascadeDue, id, first, { id });
  else await tx.clearTimer(cascadeDue, id);
}

/** Ends the pass: failed items need 重试 as usual, and the timer is set for the next time. */
async function settleLater(tx: Tx, id: string): Promise<void> {
  const suspension = await db(tx)
    .selectFrom("partnerSuspension")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const failed = await db(tx)
    .selectFrom("partnerCascadeItem")
    .select("itemNo")
    .where("suspensionId", "=", id)
    .where("state", "=", "FAILED")
    .limit(1)
    .executeTakeFirst();
  if (failed && suspension.state === "DONE") {
    await changeRecord(tx, suspensions, suspension, { state: suspensionStates.next(suspension.state, "halt") });
  }
  await setDueTimer(tx, id);
}
