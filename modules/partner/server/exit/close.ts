import { apiClientsBelow, closeAccount, disableOrganization, stopApiClient } from "@ops/authority/server";
import { BusinessError, dayOf } from "@ops/platform/contract";
import { changeRecord, job, notify, schedule, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { addressOfPartner, readersOf } from "../company/holders.ts";
import { db } from "../database.ts";
import { lockAnew, staffOfPartner } from "../staff/find.ts";
import { tellPost } from "../staff/posts.ts";
import { staffs } from "../staff/tables.ts";

/** Closes the accounts of a terminated partner one by one, then archives its organisation. Idempotent. */
export const closeJob = job({
  name: "partner.close",
  title: "关闭已终止伙伴的账号",
  payload: z.object({ partnerId: z.uuid() }),
  run: async (work, { partnerId }) => {
    for (const { id } of await work.step((tx) => staffOfPartner(tx, partnerId))) {
      await work.step((tx) => closeStaff(tx, id));
    }
    await work.step((tx) => stopPrograms(tx, partnerId));
    await work.step((tx) => archive(tx, partnerId));
    await work.step((tx) =>
      db(tx).updateTable("partner").set({ closedAt: tx.now }).where("id", "=", partnerId).execute(),
    );
  },
});

/** How long a job may be idle before it is queued again. */
const STILL_MINUTES = 5;

/** Queues unfinished closings again, because the queue gives up after some tries. */
export const resumeCloses = schedule({
  name: "partner.closeResume",
  title: "继续未完成的伙伴账号关闭",
  at: { everySeconds: 60 },
  run: (work) =>
    work.step(async (tx) => {
      const still = await db(tx)
        .selectFrom("partner")
        .select("id")
        .where("state", "=", "TERMINATED")
        .where("closedAt", "is", null)
        .where("terminatedAt", "<", new Date(tx.now.getTime() - STILL_MINUTES * 60_000))
        .orderBy("id")
        .execute();
      for (const { id } of still) await tx.enqueue(closeJob, { partnerId: id }, { key: id });
    }),
});

async function closeStaff(tx: Tx, id: string): Promise<void> {
  const staff = await lockAnew(tx, { id });
  if (staff.state === "LEFT") return;
  if (staff.userId !== null) await closeAccount(tx, staff.userId);
  const state = staff.state === "REVIEW" ? "REJECTED" : "LEFT";
  const left = await changeRecord(tx, staffs, staff, { state, stateReason: REASON, leaveOn: dayOf(tx.now) });
  await tellPost(tx, staff, left);
}

const REASON = "伙伴合作终止";

/** Stops programs that were created since the exit began. The others have been stopped already. */
async function stopPrograms(tx: Tx, partnerId: string): Promise<void> {
  const { orgId } = await db(tx)
    .selectFrom("partner")
    .select("orgId")
    .where("id", "=", partnerId)
    .executeTakeFirstOrThrow();
  if (orgId === null) return;
  for (const { id } of await apiClientsBelow(tx, orgId)) await stopApiClient(tx, id, REASON);
}

/** Archives the organisation of the partner. Its stores were closed by their own module before the end. */
async function archive(tx: Tx, partnerId: string): Promise<void> {
  const { orgId, managerId, shortName } = await db(tx)
    .selectFrom("partner")
    .select(["orgId", "managerId", "shortName"])
    .where("id", "=", partnerId)
    .executeTakeFirstOrThrow();
  if (orgId === null) return;
  try {
    await disableOrganization(tx, orgId, REASON);
  } catch (refusal) {
    if (!(refusal instanceof BusinessError)) throw refusal;
    await notify(tx, await readersOf(tx, { id: partnerId }, [managerId]), {
      category: "WARNING",
      level: "WARN",
      title: "组织节点未能停用",
      about: `partner.archive:${partnerId}`,
      content: `${shortName}已终止，组织节点未能停用：${refusal.message}`,
      route: addressOfPartner(partnerId),
    });
  }
}
