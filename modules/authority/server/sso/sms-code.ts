import { randomInt } from "node:crypto";
import { hmac, sameText, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { codeOutcome } from "../sms/code-outcome.ts";
import type { SsoContext } from "./settings.ts";

/** Makes a code of six digits for a stored request and stores only its hash. */
export async function makeCode(tx: Tx, sso: SsoContext, smsCodeId: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const codeHash = codeHashOf(sso, smsCodeId, code);
  await db(tx).updateTable("smsCode").set({ codeHash }).where("id", "=", smsCodeId).execute();
  return code;
}

/** Tries a code; every try counts, and the fifth wrong one makes the code invalid. */
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

/** Hashes the code with the server's key. Without a key, all million codes could be tried in a second. */
function codeHashOf({ authority }: SsoContext, smsCodeId: string, code: string): string {
  return hmac(authority.settings.deviceCookieKey, `sms-code:${smsCodeId}:${code}`);
}
