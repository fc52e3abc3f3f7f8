import { type JobType, job, newId, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { db, type SmsOutboxRow } from "../database.ts";
import { type Claimed, noteOutcome, trySend } from "../sms/deliver.ts";
import type { SsoContext } from "./settings.ts";
import { makeCode } from "./sms-code.ts";

const TEMPLATE = "LOGIN_CODE";
const Payload = z.object({ smsCodeId: z.uuid() });

/** Sends the code of a stored request, if somebody owns the phone; the gateway is asked between the transactions. */
export function smsCodeJob(sso: SsoContext): JobType<typeof Payload> {
  return job({
    parallel: 8,
    name: "authority.sendSmsCode",
    title: "发送短信验证码",
    payload: Payload,
    run: async (work, { smsCodeId }) => {
      const claimed = await work.step((tx) => claimMessage(tx, sso, smsCodeId));
      if (!claimed) return;
      const { gateway } = sso;
      const sent = await trySend(gateway, claimed.message);
      await work.step(async (tx) => {
        const delay = await noteOutcome(tx, { ...claimed, sent, gateway, forgets: forgets(sso) });
        if (delay === null) return;
        await tx.enqueue(smsCodeJob(sso), { smsCodeId }, { key: smsCodeId, startAfterSeconds: delay });
      });
    },
  });
}

/** The message of this request, made at the first run; null when there is nothing (more) to send. */
async function claimMessage(tx: Tx, sso: SsoContext, smsCodeId: string): Promise<Claimed | null> {
  const code = await db(tx)
    .selectFrom("smsCode")
    .select(["id", "mobilePhone", "status", "expiresAt"])
    .where("id", "=", smsCodeId)
    .forUpdate()
    .executeTakeFirst();
  if (!code) return null;
  if (code.status !== "SENT" || code.expiresAt <= tx.now) {
    await giveUp(tx, sso, smsCodeId);
    return null;
  }
  const outbox = db(tx).selectFrom("smsOutbox").selectAll().where("smsCodeId", "=", smsCodeId);
  const existing = await outbox.executeTakeFirst();
  return existing ? claimAgain(tx, existing) : writeMessage(tx, sso, code);
}

async function claimAgain(tx: Tx, existing: SmsOutboxRow): Promise<Claimed | null> {
  if (existing.status === "SENT" || existing.status === "FAILED") return null;
  const attempts = existing.attempts + 1;
  const claim = { status: "SENDING", attempts, updatedAt: tx.now } as const;
  await db(tx).updateTable("smsOutbox").set(claim).where("id", "=", existing.id).execute();
  const { mobilePhone, templateCode, params, id } = existing;
  return { message: { phone: mobilePhone, templateCode, params, outboxId: id }, attempts };
}

async function writeMessage(
  tx: Tx,
  sso: SsoContext,
  { id: smsCodeId, mobilePhone }: { id: string; mobilePhone: string },
): Promise<Claimed | null> {
  const owner = await db(tx)
    .selectFrom("appUser")
    .select("id")
    .where("mobilePhone", "=", mobilePhone)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!owner) return null;
  const params = { code: await makeCode(tx, sso, smsCodeId), minutes: "5" };
  const outboxId = newId();
  await db(tx)
    .insertInto("smsOutbox")
    .values({
      id: outboxId,
      smsCodeId,
      mobilePhone,
      templateCode: TEMPLATE,
      params: JSON.stringify(params),
      text: `【${sso.settings.productName}】您的登录验证码为{code}，{minutes}分钟内有效，请勿泄露给他人。`,
      gateway: sso.gateway.name,
      status: "SENDING",
      attempts: 1,
      createdAt: tx.now,
      updatedAt: tx.now,
    })
    .execute();
  return { message: { phone: mobilePhone, templateCode: TEMPLATE, params, outboxId }, attempts: 1 };
}

/** Used, replaced or too old before the gateway took it. */
async function giveUp(tx: Tx, sso: SsoContext, smsCodeId: string): Promise<void> {
  await db(tx)
    .updateTable("smsOutbox")
    .set({ status: "FAILED", updatedAt: tx.now, ...(forgets(sso) ? { params: "{}" } : {}) })
    .where("smsCodeId", "=", smsCodeId)
    .where("status", "in", ["QUEUED", "SENDING"])
    .execute();
}

/** In production no code stays readable once its message has gone out or been given up. */
const forgets = ({ settings }: SsoContext) => settings.appEnv === "production";
