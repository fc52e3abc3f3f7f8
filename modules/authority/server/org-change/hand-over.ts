import { changeRecord, handOverSome, job, lockRecord, type Tx, type WorkInHand } from "@ops/platform/server";
import { z } from "zod";
import { orgChangeStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { orgChanges } from "../organization/tables.ts";

/**
 * Hands the business of a merged organisation over to the target, kind by kind and in groups, so that no transaction
 * gets long. A job that starts again continues where it stopped.
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

/** Hands over one group and answers whether there may be more of this kind. */
async function handOver(tx: Tx, changeId: string, work: WorkInHand): Promise<boolean> {
  const { status, sourceOrgId, targetOrgId } = await lockRecord(tx, orgChanges, changeId, null);
  if (status !== "RUNNING" || targetOrgId === null) return false;
  const from = { kind: "organization", id: sourceOrgId } as const;
  const to = { kind: "organization", id: targetOrgId } as const;
  return handOverSome(tx, { jobId: changeId, work, from, to });
}

async function finish(tx: Tx, changeId: string): Promise<void> {
  const change = await lockRecord(tx, orgChanges, changeId, null);
  if (change.status !== "RUNNING") return; // another node has completed this change in the meantime
  const status = orgChangeStates.next(change.status, "execute");
  await changeRecord(tx, orgChanges, change, { status, doneAt: tx.now });
}

/** Enqueues unfinished merges again, in case the node that ran their job was lost. */
export async function resumeMerges(tx: Tx): Promise<void> {
  const running = await db(tx).selectFrom("orgChange").select("id").where("status", "=", "RUNNING").execute();
  for (const { id } of running) await tx.enqueue(handOverWork, { changeId: id }, { key: id });
}
