import { type BodyOf, masks } from "@ops/platform/contract";
import { newId, type Steps, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { accountErrors, ssoErrors } from "../../contract/index.ts";
import { consumeCaptcha } from "../account/captcha.ts";
import { limitedPlace } from "../account/ip.ts";
import { db } from "../database.ts";
import { checkGateway, checkSmsLimits, RESEND_SECONDS } from "../sms/limits.ts";
import { LoginRefused, loggingRefusals } from "./refused.ts";
import { isSmsAvailable, type SsoContext } from "./settings.ts";
import { smsCodeJob } from "./sms-sender.ts";

const VALID_MS = 5 * 60_000;

/**
 * Requests a code. The job that sends it finds out whether the phone has an account, so that the answer and its timing
 * are the same for every phone (PF-R48).
 */
export async function sendSmsCode(
  sso: SsoContext,
  steps: Steps,
  { mobilePhone, ...typed }: BodyOf<typeof contract.sendSmsCode>,
): Promise<{ resendAfterSeconds: number }> {
  if (!isSmsAvailable(sso.settings)) throw ssoErrors.smsUnavailable();
  const captcha = await steps.commit((tx) => consumeCaptcha(tx, sso.authority, typed));
  await loggingRefusals(steps, async () => {
    if (captcha === "right") return;
    const refusal = captcha === "wrong" ? accountErrors.captchaWrong() : accountErrors.captchaExpired();
    throw new LoginRefused(refusal, { identity: mobilePhone, kind: "SMS", result: "BAD_CAPTCHA" });
  });
  await steps.finish(async (tx) => {
    await checkSmsLimits(tx, mobilePhone);
    await checkGateway(tx);
    const smsCodeId = await storeRequest(tx, mobilePhone);
    await tx.enqueue(smsCodeJob(sso), { smsCodeId }, { key: smsCodeId });
    tx.trail.about("smsCode", smsCodeId);
    tx.trail.summary = masks.phone(mobilePhone);
  });
  return { resendAfterSeconds: RESEND_SECONDS };
}

/** Stores the request. An older code becomes invalid. */
async function storeRequest(tx: Tx, mobilePhone: string): Promise<string> {
  await db(tx)
    .updateTable("smsCode")
    .set({ status: "SUPERSEDED" })
    .where("mobilePhone", "=", mobilePhone)
    .where("scene", "=", "LOGIN")
    .where("status", "=", "SENT")
    .execute();
  const id = newId();
  await db(tx)
    .insertInto("smsCode")
    .values({
      id,
      mobilePhone,
      scene: "LOGIN",
      createdAt: tx.now,
      expiresAt: new Date(tx.now.getTime() + VALID_MS),
      status: "SENT",
      ip: limitedPlace(tx.request.ip),
    })
    .execute();
  return id;
}
