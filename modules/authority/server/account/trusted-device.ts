import { randomBytes } from "node:crypto";
import { hmac, newId, type RequestFacts, sameText, sha256, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import type { AuthorityContext } from "../settings.ts";
import { deviceOf } from "./device.ts";

const COOKIE = "ops-device";
const COOKIE_SECONDS = 400 * 86_400; // the longest that browsers keep

/** The hash of the id in a device cookie that we signed, or null (PF-R24). */
export function deviceHashOf({ settings }: AuthorityContext, request: RequestFacts): Buffer | null {
  const [id = "", signature = ""] = (request.cookie(COOKIE) ?? "").split(".");
  if (!sameText(signature, hmac(settings.deviceCookieKey, `device:${id}`))) return null;
  return sha256(id);
}

/** Whether this person has signed in from the device before. */
export async function isKnownDevice(tx: Tx, userId: string, deviceHash: Buffer): Promise<boolean> {
  const row = await db(tx)
    .selectFrom("trustedDevice")
    .select("id")
    .where("userId", "=", userId)
    .where("deviceIdHash", "=", deviceHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Remembers that the person signed in here; a browser without a device cookie gets one. */
export async function rememberDevice(tx: Tx, context: AuthorityContext, userId: string): Promise<Buffer> {
  const deviceIdHash = deviceHashOf(context, tx.request) ?? giveCookie(tx, context);
  const { deviceName } = deviceOf(tx.request.userAgent);
  await db(tx)
    .insertInto("trustedDevice")
    .values({ id: newId(), userId, deviceIdHash, deviceName, createdAt: tx.now, lastUsedAt: tx.now })
    .onConflict((conflict) =>
      conflict.columns(["userId", "deviceIdHash"]).doUpdateSet({ lastUsedAt: tx.now, deviceName }),
    )
    .execute();
  return deviceIdHash;
}

function giveCookie(tx: Tx, { settings }: AuthorityContext): Buffer {
  const id = randomBytes(16).toString("base64url");
  const value = `${id}.${hmac(settings.deviceCookieKey, `device:${id}`)}`;
  tx.request.setCookie(COOKIE, value, { maxAgeSeconds: COOKIE_SECONDS, sameSite: "Lax" });
  return sha256(id);
}
