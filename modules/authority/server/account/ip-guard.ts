import { masks } from "@ops/platform/contract";
import { countInWindow, sha256, TooMany, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { tellWatchers } from "../notice/watchers.ts";
import { captchaPerIpPerMinute, ipDistinctNumbers, ipFailures, ipMinutes, trustedNetworks } from "../params.ts";
import { isInNetworks, limitedPlace, plainIp } from "./ip.ts";

const TRUSTED_FACTOR = 10;
const MINUTE_MS = 60_000;

/** A limit per address, ten times higher for trusted networks (PF-R19). */
export function ipAllowance(tx: Tx, ip: string, limit: number): number {
  return isInNetworks(ip, tx.param(trustedNetworks)) ? limit * TRUSTED_FACTOR : limit;
}

/**
 * Counts what anybody may do for nothing – ask for an image, send a code or ticket that we never gave – and refuses it
 * beyond the allowance of the address (PF-R19), so that it fills neither the processor nor the log.
 */
export async function countPerMinute(tx: Tx, what: "captcha" | "refused", ip: string): Promise<void> {
  const count = await countInWindow(tx.kysely, `${what}:${limitedPlace(ip)}`, 60, tx.now);
  if (count > ipAllowance(tx, ip, tx.param(captchaPerIpPerMinute))) throw new TooMany("操作过于频繁，请稍后再试");
}

export async function isIpBlocked(tx: Tx): Promise<boolean> {
  const row = await db(tx)
    .selectFrom("loginGuard")
    .select("lockedUntil")
    .where("subjectKind", "=", "IP")
    .where("subject", "=", limitedPlace(tx.request.ip))
    .executeTakeFirst();
  return row?.lockedUntil != null && row.lockedUntil > tx.now;
}

/** Counts a failure of this address; true when it has just been blocked (PF-R23). */
export async function countIpFailure(tx: Tx, identity: string): Promise<boolean> {
  const ip = plainIp(tx.request.ip);
  const place = limitedPlace(ip);
  const guard = await lockIpGuard(tx, place);
  const minutes = tx.param(ipMinutes);
  const windowOver = tx.now.getTime() - guard.windowStart.getTime() >= minutes * MINUTE_MS;
  const failCount = windowOver ? 1 : guard.failCount + 1;
  const numbers = new Set(windowOver ? [] : guard.failedSubjects).add(sha256(identity).toString("hex").slice(0, 16));
  const most = ipAllowance(tx, ip, tx.param(ipDistinctNumbers));
  const blocked = failCount >= ipAllowance(tx, ip, tx.param(ipFailures)) || numbers.size > most;
  const block = { failCount: 0, failedSubjects: [], lockedUntil: new Date(tx.now.getTime() + minutes * MINUTE_MS) };
  await db(tx)
    .updateTable("loginGuard")
    .set(blocked ? block : { failCount, failedSubjects: [...numbers] })
    .set({ windowStart: windowOver ? tx.now : guard.windowStart, lastFailedAt: tx.now })
    .where("subjectKind", "=", "IP")
    .where("subject", "=", place)
    .execute();
  if (blocked) await tellOfBlock(tx, ip, minutes);
  return blocked;
}

async function tellOfBlock(tx: Tx, ip: string, minutes: number): Promise<void> {
  tx.log.warn({ ip, minutes }, "an address was blocked after too many failed sign-ins");
  await tellWatchers(tx, {
    title: "登录来源已被临时封禁",
    content: `来自${masks.ip(ip)}的登录失败过多，已封禁${minutes}分钟，请留意是否有人在尝试密码。`,
    about: `ip:${ip}`,
  });
}

async function lockIpGuard(tx: Tx, place: string) {
  const fresh = { failCount: 0, windowStart: tx.now, lastFailedAt: tx.now };
  return (
    db(tx)
      .insertInto("loginGuard")
      .values({ subjectKind: "IP", subject: place, ...fresh })
      // changes nothing but locks the row
      .onConflict((conflict) => conflict.columns(["subjectKind", "subject"]).doUpdateSet({ subject: place }))
      .returning(["failCount", "windowStart", "failedSubjects"])
      .executeTakeFirstOrThrow()
  );
}
