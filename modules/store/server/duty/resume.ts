import { dayOf } from "@ops/platform/contract";
import { changeRecord, timer } from "@ops/platform/server";
import { z } from "zod";
import { db } from "../database.ts";
import { memberTable } from "./tables.ts";

/** Ends 停派 when its last day is over. */
export const dutyResume = timer({
  kind: "store.dutyResume",
  title: "停派到期恢复",
  payload: z.object({ memberId: z.string() }),
  handle: async (tx, { memberId }) => {
    const member = await db(tx)
      .selectFrom("dutyMember")
      .selectAll()
      .where("id", "=", memberId)
      .forUpdate()
      .executeTakeFirst();
    const isOver = member?.pausedUntil && member.pausedUntil < dayOf(tx.now);
    if (isOver) await changeRecord(tx, memberTable, member, { pausedReason: null, pausedUntil: null });
  },
});
