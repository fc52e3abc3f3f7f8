import { dayOf } from "@ops/platform/contract";
import { notify, schedule, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import type { OffboardStep } from "../offboarding/steps.ts";

const CALLS_KEPT_DAYS = 7;

/** Disables the clients of somebody who leaves and answers how many (AU-R10, AU-R54). */
export async function disableClientsOf(tx: Tx, userId: string): Promise<number> {
  return disable(tx, sql<boolean>`owner_user_id = ${userId}`, "负责人已离职");
}

export const clientsEnd: OffboardStep = {
  kind: "authority.apiClients",
  label: "接口账号",
  countOf: async (tx, userId) => {
    const owned = db(tx).selectFrom("apiClient").select("id").where("ownerUserId", "=", userId);
    return (await owned.where("status", "<>", "DISABLED").execute()).length;
  },
  end: disableClientsOf,
};

/** Disables clients whose owner has left or whose organisation is closed. Their calls have been refused since then. */
async function disableOrphans(tx: Tx): Promise<void> {
  await disable(
    tx,
    sql<boolean>`exists (select 1 from app_user u where u.id = owner_user_id
      and (u.status = 'LEFT' or u.deleted_at is not null))`,
    "负责人已离职",
  );
  await disable(
    tx,
    sql<boolean>`exists (select 1 from organization o where o.id = owner_org_id
      and (o.status = 'DISABLED' or o.deleted_at is not null))`,
    "归属组织已停用",
  );
}

/** Disables clients and tells their creators and owners why. */
async function disable(tx: Tx, which: ReturnType<typeof sql<boolean>>, reason: string): Promise<number> {
  const disabled = await db(tx)
    .updateTable("apiClient")
    .set({ status: "DISABLED", disabledReason: reason, ...stamp(tx) })
    .where("status", "<>", "DISABLED")
    .where(which)
    .returning(["id", "name", "createdBy", "ownerUserId"])
    .execute();
  for (const { id, name, createdBy, ownerUserId } of disabled) {
    tx.log.warn({ id, reason }, "接口账号已停用");
    await notify(tx, [createdBy, ownerUserId], {
      category: "WARNING",
      level: "WARN",
      title: "接口账号已停用",
      about: `apiClient:${id}`,
      content: `接口账号「${name}」已停用：${reason}。`,
      route: "/AuthorityManagement/OtherAccountManage?tab=clients",
    });
  }
  return disabled.length;
}

async function expireClients(tx: Tx): Promise<void> {
  await db(tx)
    .updateTable("apiClient")
    .set({ status: "EXPIRED", ...stamp(tx) })
    .where("status", "=", "ACTIVE")
    .where("validUntil", "<", dayOf(tx.now))
    .execute();
}

function stamp(tx: Tx) {
  return { version: sql<number>`version + 1`, updatedAt: tx.now, updatedBy: tx.actor.userId };
}

async function forgetOldCalls(tx: Tx): Promise<void> {
  await sql`delete from api_client_nonce where used_at < ${tx.now}::timestamptz - interval '11 minutes'`.execute(
    tx.kysely,
  );
  await sql`delete from api_client_call where occurred_at < ${tx.now}::timestamptz
    - make_interval(days => ${CALLS_KEPT_DAYS})`.execute(tx.kysely);
  await sql`update api_client set previous_sk_cipher = null, previous_until = null
    where previous_until < ${tx.now}::timestamptz`.execute(tx.kysely);
}

export const apiClientSweep = schedule({
  name: "authority.apiClientSweep",
  title: "接口客户端到期处理",
  at: { everySeconds: 60 },
  run: async (work) => {
    await work.step(disableOrphans);
    await work.step(expireClients);
    await work.step(forgetOldCalls);
  },
});
