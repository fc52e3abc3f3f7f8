import { changeRecord, handOverSome, job, lockRecord, type Tx, type WorkInHand } from "@ops/platform/server";
import { z } from "zod";
import { orgChangeStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { orgChanges } from "../organization/tables.ts";

/**
 * The business of a merged organisation goes to its target, kind by kind, and where there is much of it group by group; begun
 * again, it goes on where it stopped.
 */
export const handOverWork = job({
  name: "authority.mergeHandOver",
  title: "组织合并的数据交接",
  payload: z.object({ changeId: z.uuid() }),
  run: async (work, { changeId }) => {
    for (const one of await work.step(async (tx) => tx.workInHand)) {
      let hasMore = true;
      while (hasMore) hasMore = await work.step((tx) => handOver(tx, changeId, one));
    }
    await work.step((tx) => finish(tx, changeId));
  },
});

/** Answers whether there may be more of this kind. */
async function handOver(tx: Tx, changeId: string, work: WorkInHand): Promise<boolean> {
  const { status, sourceOrgId, targetOrgId } = await lockRecord(tx, orgChanges, changeId, null);
  if (status !== "RUNNING" || targetOrgId === null) return false;
  const from = { kind: "organization", id: sourceOrgId } as const;
  const to = { kind: "organization", id: targetOrgId } as const;
  return handOverSome(tx, { jobId: changeId, work, from, to });
}

async function finish(tx: Tx, changeId: string): Promise<void> {
  const change = await lockRecord(tx, orgChanges, changeId, null);
  if (change.status !== "RUNNING") return; // another node was faster
  const status = orgChangeStates.next(change.status, "execute");
  await changeRecord(tx, orgChanges, change, { status, doneAt: tx.now });
}

/** Merges whose job was lost with its node are taken up again. */
export async function resumeMerges(tx: Tx): Promise<void> {
  const running = await db(tx).selectFrom("orgChange").select("id").where("status", "=", "RUNNING").execute();
  for (const { id } of running) await tx.enqueue(handOverWork, { changeId: id }, { key: id });
}
