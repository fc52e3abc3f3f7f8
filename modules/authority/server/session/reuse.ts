import { masks } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { plainIp } from "../account/ip.ts";
import { tellWatchers } from "../notice/watchers.ts";

export const REUSED = "票据重复使用";

export async function tellOfReuse(tx: Tx): Promise<void> {
  const ip = plainIp(tx.request.ip);
  tx.log.warn({ ip }, "a one-time value was used again from another address");
  await tellWatchers(tx, {
    title: REUSED,
    content: `一次性登录票据在另一地址（${masks.ip(ip)}）被再次使用，已拒绝，请留意是否泄露。`,
    about: `reuse:${ip}`,
  });
}
