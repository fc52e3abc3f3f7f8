import { type JobType, job, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { db } from "../database.ts";
import { askGateway, sendMessage } from "../sms/message.ts";
import { loginCodeMessage } from "../sms/messages.ts";
import type { SsoContext } from "./settings.ts";
import { makeCode } from "./sms-code.ts";

const VALID_MINUTES = 5;
const Payload = z.object({ smsCodeId: z.uuid() });

/** Makes the code of a stored request and sends it if the phone has an account. Idempotent. */
export function smsCodeJob(sso: SsoContext): JobType<typeof Payload> {
  return job({
    parallel: 8,
    name: "authority.sendSmsCode",
    title: "发送短信验证码",
    payload: Payload,
    run: (work, { smsCodeId }) => work.step((tx) => writeCode(tx, sso, smsCodeId)),
  });
}

async function writeCode(tx: Tx, sso: SsoContext, smsCodeId: string): Promise<void> {
  const asked = await db(tx)
    .selectFrom("smsCode")
    .select(["mobilePhone", "status", "expiresAt"])
    .where("id", "=", smsCodeId)
    .forUpdate()
    .executeTakeFirst();
  if (asked?.status !== "SENT" || asked.expiresAt <= tx.now) return;
  const written = await db(tx).selectFrom("smsOutbox").select("id").where("smsCodeId", "=", smsCodeId).execute();
  // sends a message that an earlier version wrote but could not send yet
  for (const { id } of written) await askGateway(tx, id);
  if (written.length > 0 || !(await isOwned(tx, asked.mobilePhone))) return;
  const code = await makeCode(tx, sso, smsCodeId);
  const values = { product: sso.settings.productName, code, minutes: VALID_MINUTES };
  await sendMessage(tx, { phone: asked.mobilePhone, message: loginCodeMessage, values, smsCodeId });
}

async function isOwned(tx: Tx, mobilePhone: string): Promise<boolean> {
  const owner = await db(tx)
    .selectFrom("appUser")
    .select("id")
    .where("mobilePhone", "=", mobilePhone)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return owner !== undefined;
}
