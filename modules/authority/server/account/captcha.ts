import { randomBytes, randomInt } from "node:crypto";
import { hmac, sameText, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { captchaSeconds } from "../params.ts";
import type { AuthorityContext } from "../settings.ts";
import { plainIp } from "./ip.ts";
import { countPerMinute } from "./ip-guard.ts";

/** Without 0 O 1 I l, which nobody can tell apart. */
const ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const LENGTH = 4;

type CaptchaVerdict = "right" | "wrong" | "expired";

/**
 * A picture and its code id. The id carries its end and a proof of the answer under our key, so nothing is stored until
 * somebody tries it: thousands of people opening the login page cost no write but the count per address (PF-R19).
 */
export async function issueCaptcha(tx: Tx, context: AuthorityContext): Promise<{ img: string; codeId: string }> {
  await context.node().commit((own) => countPerMinute(own, "captcha", tx.request.ip));
  const text = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  const until = Math.floor(tx.now.getTime() / 1000) + tx.param(captchaSeconds);
  // loaded with the first picture: its fonts and its renderer weigh more than the rest of the module
  const { captchaImage } = await import("./captcha-image.ts");
  return { img: captchaImage(text), codeId: newCodeId(context, until, text) };
}

/** Uses the code up, whatever the outcome (PF-R18). */
export async function consumeCaptcha(
  tx: Tx,
  context: AuthorityContext,
  typed: { codeId: string; verifyCode: string },
): Promise<CaptchaVerdict> {
  const [head = "", proof = ""] = typed.codeId.split("~");
  const [nonce = "", until = "", seal = ""] = head.split(".");
  if (!sameText(seal, sealOf(context, nonce, until))) return stale(tx);
  const expiresAt = new Date(Number.parseInt(until, 36) * 1000);
  if (expiresAt <= tx.now) return stale(tx);
  const used = await db(tx)
    .insertInto("captcha")
    .values({ codeId: nonce, usedAt: tx.now, expiresAt, ip: plainIp(tx.request.ip) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("codeId")
    .executeTakeFirst();
  if (!used) return stale(tx);
  if (typed.verifyCode === context.settings.captchaTestAnswer) return "right";
  return sameText(proof, proofOf(context, head, typed.verifyCode)) ? "right" : "wrong";
}

/** Nothing has been used up here, so a caller who goes on and on may be refused without an answer. */
async function stale(tx: Tx): Promise<CaptchaVerdict> {
  await countPerMinute(tx, "refused", tx.request.ip);
  return "expired";
}

/** `nonce.until.seal~proof`: the seal vouches for nonce and end, the proof for the answer. */
export function newCodeId(context: AuthorityContext, untilSeconds: number, answer: string): string {
  const nonce = randomBytes(9).toString("base64url");
  const until = untilSeconds.toString(36);
  const head = `${nonce}.${until}.${sealOf(context, nonce, until)}`;
  return `${head}~${proofOf(context, head, answer)}`;
}

function sealOf({ settings }: AuthorityContext, nonce: string, until: string): string {
  return hmac(settings.deviceCookieKey, `captcha:${nonce}.${until}`).slice(0, 11);
}

function proofOf({ settings }: AuthorityContext, head: string, answer: string): string {
  return hmac(settings.deviceCookieKey, `captcha-answer:${head}:${answer.toUpperCase()}`).slice(0, 22);
}

export async function forgetUsedCaptchas(tx: Tx): Promise<void> {
  await db(tx).deleteFrom("captcha").where("expiresAt", "<", tx.now).execute();
}
