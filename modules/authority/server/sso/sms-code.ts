import { randomInt } from "node:crypto";
import { hmac, sameText, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { codeOutcome } from "../sms/code-outcome.ts";
import type { SsoContext } from "./settings.ts";

/** Six digits for a stored request. Only their hash is kept with it. */
export async function makeCode(tx: Tx, sso: SsoContext, smsCodeId: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const codeHash = codeHashOf(sso, smsCodeId, code);
  await db(tx).updateTable("smsCode").set({ codeHash }).where("id", "=", smsCodeId).execute();
  return code;
}

/** Tries a code; every try counts, the fifth wrong one kills it. */
export async function tryCode(tx: Tx, sso: SsoContext, typed: { mobilePhone: string; code: string }): Promise<boolean> {
  const row = await db(tx)
    .selectFrom("smsCode")
    .select(["id", "codeHash", "attempts", "expiresAt"])
    .where("mobilePhone", "=", typed.mobilePhone)
    .where("scene", "=", "LOGIN")
    .where("status", "=", "SENT")
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  const change = codeOutcome(tx, row, sameText(codeHashOf(sso, row.id, typed.code), row.codeHash ?? ""));
  await db(tx).updateTable("smsCode").set(change).where("id", "=", row.id).execute();
  return change.status === "USED";
}

/** A million codes are tried in a second: only a hash under the server's key protects them at rest. */
function codeHashOf({ authority }: SsoContext, smsCodeId: string, code: string): string {
  return hmac(authority.settings.deviceCookieKey, `sms-code:${smsCodeId}:${code}`);
}
